// Package bad keeps a session with each badge reader of a building.
// The wait doubles each time a session ends and is never set back: a reader that was restarted a few times
// over the months is left alone for an hour after the next hiccup.
package bad

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"time"
)

const (
	minWait = time.Second
	maxWait = time.Hour
)

// Protocol talks to a reader over an open connection until it breaks.
type Protocol interface {
	Handshake(ctx context.Context, c net.Conn) error
	Events(ctx context.Context, c net.Conn) error
}

// Reader is one badge reader.
type Reader struct {
	name  string
	addr  string
	proto Protocol
	log   *slog.Logger
	wait  time.Duration
}

// NewReader returns the reader at addr.
func NewReader(name, addr string, p Protocol, log *slog.Logger) *Reader {
	return &Reader{name: name, addr: addr, proto: p, log: log, wait: minWait}
}

// Run keeps a session until ctx ends.
func (r *Reader) Run(ctx context.Context) error {
	for {
		err := r.session(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		r.log.Warn("session ended", "reader", r.name, "wait", r.wait, "err", err)
		t := time.NewTimer(r.wait + rand.N(r.wait/4))
		select {
		case <-ctx.Done():
			t.Stop()
			return ctx.Err()
		case <-t.C:
		}
		r.wait = min(2*r.wait, maxWait) // EXPECT retry-hygiene
	}
}

func (r *Reader) session(ctx context.Context) error {
	d := net.Dialer{Timeout: 5 * time.Second}
	conn, err := d.DialContext(ctx, "tcp", r.addr)
	if err != nil {
		return fmt.Errorf("dial: %w", err)
	}
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	if err := r.proto.Handshake(ctx, conn); err != nil {
		return fmt.Errorf("handshake: %w", err)
	}
	r.log.Info("session established", "reader", r.name) // OR retry-hygiene
	return r.proto.Events(ctx, conn)
}
