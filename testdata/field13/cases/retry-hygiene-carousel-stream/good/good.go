// Package good keeps a fairground carousel joined to the music server. It waits longer and
// longer between two connections, also after one that was taken and dropped at once; only a
// session that lasted brings the wait back to its start.
package good

import (
	"bufio"
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"time"
)

const (
	firstWait = 500 * time.Millisecond
	mostWait  = time.Minute
	steady    = 30 * time.Second // a session that lasts that long was a good one
	silence   = 20 * time.Second // the server sends a mark more often than that
)

// Carousel plays what the music server sends.
type Carousel struct {
	server string
	dialer *net.Dialer
	play   func(mark string)
	log    *slog.Logger
}

// New returns a carousel of the server.
func New(server string, play func(mark string), log *slog.Logger) *Carousel {
	return &Carousel{server: server, dialer: &net.Dialer{Timeout: 5 * time.Second}, play: play, log: log}
}

// Run stays joined until ctx ends.
func (c *Carousel) Run(ctx context.Context) error {
	wait := firstWait
	for ctx.Err() == nil {
		conn, err := c.dialer.DialContext(ctx, "tcp", c.server)
		began := time.Now()
		if err == nil {
			err = c.session(ctx, conn)
		}
		if time.Since(began) >= steady {
			wait = firstWait
		}
		c.log.Warn("not joined", "next", wait, "err", err)
		if err := rest(ctx, wait); err != nil {
			return err
		}
		wait = min(2*wait, mostWait)
	}
	return ctx.Err()
}

// session plays the marks of one connection.
func (c *Carousel) session(ctx context.Context, conn net.Conn) error {
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	in := bufio.NewReader(conn)
	for {
		if err := conn.SetReadDeadline(time.Now().Add(silence)); err != nil {
			return err
		}
		mark, err := in.ReadString('\n')
		if err != nil {
			return fmt.Errorf("read mark: %w", err)
		}
		c.play(mark)
	}
}

func rest(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d/2 + rand.N(d/2))
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
