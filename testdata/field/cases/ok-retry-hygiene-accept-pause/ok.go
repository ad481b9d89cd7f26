// Package ok accepts connections from cash registers.
// It is right although the loop has no end and goes on after errors: Accept fails for good when the listener is
// closed, which the end of ctx does; other failures are followed by a pause that grows to a second.
package ok

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
	idle     = 30 * time.Second
	maxConns = 200
)

// Registers serves cash registers.
type Registers struct {
	book func(line string) error
	log  *slog.Logger
}

// Serve accepts connections until ctx ends and then waits for those that are open.
func (r *Registers) Serve(ctx context.Context, ln net.Listener) error {
	stop := context.AfterFunc(ctx, func() { ln.Close() })
	defer stop()
	var open sync.WaitGroup
	defer open.Wait()
	slots := make(chan struct{}, maxConns)
	pause := time.Duration(0)
	for {
		conn, err := ln.Accept()
		if err != nil {
			if ctx.Err() != nil {
				return nil
			}
			if errors.Is(err, net.ErrClosed) {
				return err
			}
			pause = min(max(5*time.Millisecond, 2*pause), time.Second)
			r.log.Warn("accept failed", "err", err, "pause", pause)
			select {
			case <-ctx.Done():
				return nil
			case <-time.After(pause):
			}
			continue
		}
		pause = 0
		select {
		case slots <- struct{}{}:
		case <-ctx.Done():
			conn.Close()
			return nil
		}
		open.Go(func() {
			defer func() { <-slots }()
			r.serve(ctx, conn)
		})
	}
}

func (r *Registers) serve(ctx context.Context, conn net.Conn) {
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	in := bufio.NewReader(conn)
	for {
		if err := conn.SetDeadline(time.Now().Add(idle)); err != nil {
			return
		}
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		answer := "OK\n"
		if err := r.book(line); err != nil {
			r.log.Error("not booked", "line", line, "err", err)
			answer = "ERR\n"
		}
		if _, err := conn.Write([]byte(answer)); err != nil {
			return
		}
	}
}
