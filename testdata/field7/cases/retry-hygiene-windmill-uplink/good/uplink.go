// Package good keeps the controller of a windmill connected to the park's collector.
// The shift is bounded before it is made, so that the pause stays between its first and longest value.
package good

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"time"
)

const (
	firstWait   = 2 * time.Second
	longestWait = 5 * time.Minute
	dialLimit   = 10 * time.Second
)

// Ladder counts failures in a row and turns them into pauses.
type Ladder struct {
	failures uint
}

// Next returns the pause after one more failure.
func (l *Ladder) Next() time.Duration {
	d := min(firstWait<<min(l.failures, 8), longestWait)
	l.failures++
	return jitter(d)
}

// Clear forgets the failures.
func (l *Ladder) Clear() { l.failures = 0 }

// jitter spreads d by a quarter to either side.
func jitter(d time.Duration) time.Duration {
	return d + time.Duration((rand.Float64()-0.5)/2*float64(d))
}

// Feed sends measurements over conn until ctx ends or the connection breaks.
type Feed func(ctx context.Context, conn net.Conn) error

// Uplink connects again and again, for the whole life of the mill.
type Uplink struct {
	addr string
	feed Feed
	log  *slog.Logger
}

// Run returns when ctx ends.
func (u *Uplink) Run(ctx context.Context) error {
	var ladder Ladder
	for {
		err := u.session(ctx, &ladder)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		wait := ladder.Next()
		u.log.Warn("collector lost", "err", err, "wait", wait)
		t := time.NewTimer(wait)
		select {
		case <-ctx.Done():
			t.Stop()
			return ctx.Err()
		case <-t.C:
		}
	}
}

func (u *Uplink) session(ctx context.Context, ladder *Ladder) error {
	d := net.Dialer{Timeout: dialLimit, KeepAlive: 20 * time.Second}
	conn, err := d.DialContext(ctx, "tcp", u.addr)
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	began := time.Now()
	stop := context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Unix(1, 0)) })
	defer stop()
	err = u.feed(ctx, conn)
	if time.Since(began) > time.Minute {
		ladder.Clear()
	}
	return errors.Join(err, conn.Close())
}
