// Package bad keeps a fairground carousel joined to the music server. It waits longer and
// longer while the server cannot be reached, but the wait belongs to the failed dial only: a
// server that takes the connection and drops it at once is dialled again without any pause.
package bad

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
	for ctx.Err() == nil { // OR retry-hygiene
		conn, err := c.dialer.DialContext(ctx, "tcp", c.server)
		if err != nil {
			c.log.Warn("music server not reached", "next", wait, "err", err)
			if err := rest(ctx, wait); err != nil {
				return err
			}
			wait = min(2*wait, mostWait)
			continue
		}
		wait = firstWait                       // OR retry-hygiene
		err = c.session(ctx, conn)             // EXPECT retry-hygiene
		c.log.Info("session over", "err", err) // OR retry-hygiene
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
