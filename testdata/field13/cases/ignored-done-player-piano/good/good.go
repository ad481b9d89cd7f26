// Package good lets player pianos follow a conductor over TCP. A pinger keeps each line
// awake until the piano has left.
package good

import (
	"bufio"
	"context"
	"errors"
	"log/slog"
	"net"
	"sync"
	"time"
)

const (
	pingEvery = 20 * time.Second
	silence   = time.Minute // a piano answers pings
	writeWait = 5 * time.Second
)

// Conductor serves the pianos.
type Conductor struct {
	log  *slog.Logger
	note func(piano, line string)
	wg   sync.WaitGroup
}

// Serve takes pianos from ln until ctx ends.
func (c *Conductor) Serve(ctx context.Context, ln net.Listener) error {
	stop := context.AfterFunc(ctx, func() { ln.Close() })
	defer stop()
	defer c.wg.Wait()
	for {
		conn, err := ln.Accept()
		if err != nil {
			return errors.Join(ctx.Err(), err)
		}
		c.wg.Go(func() { c.piano(ctx, conn) })
	}
}

// piano follows one piano until its line breaks or ctx ends.
func (c *Conductor) piano(ctx context.Context, conn net.Conn) {
	name := conn.RemoteAddr().String()
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	c.wg.Go(func() { c.keepAwake(ctx, conn) })

	in := bufio.NewScanner(conn)
	for {
		if err := conn.SetReadDeadline(time.Now().Add(silence)); err != nil {
			return
		}
		if !in.Scan() {
			c.log.Info("piano left", "piano", name, "err", in.Err())
			return
		}
		c.note(name, in.Text())
	}
}

// keepAwake pings a piano.
func (c *Conductor) keepAwake(ctx context.Context, conn net.Conn) {
	tick := time.NewTicker(pingEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		conn.SetWriteDeadline(time.Now().Add(writeWait))
		if _, err := conn.Write([]byte("PING\n")); err != nil {
			c.log.Warn("ping", "piano", conn.RemoteAddr(), "err", err)
		}
	}
}
