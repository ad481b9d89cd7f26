// Package ok keeps a fog horn connected to the harbour's control room.
// The pause is not reset when a connection comes up, which looks forgotten; it is reset once a session
// has lasted a minute, because the control room accepts connections that it then drops at once.
package ok

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
	firstPause = time.Second
	mostPause  = 3 * time.Minute
	stable     = time.Minute
	dialLimit  = 6 * time.Second
)

// Orders reads orders from conn and sounds the horn until ctx ends or the connection breaks.
type Orders func(ctx context.Context, conn net.Conn) error

// Horn is the client on the pier.
type Horn struct {
	addr   string
	orders Orders
	log    *slog.Logger
}

// Run stays connected until ctx ends.
func (h *Horn) Run(ctx context.Context) error {
	pause := firstPause
	for {
		began := time.Now()
		err := h.session(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if time.Since(began) >= stable {
			pause = firstPause
		}
		h.log.Warn("control room lost", "after", time.Since(began), "pause", pause, "err", err)
		t := time.NewTimer(pause/2 + rand.N(pause))
		select {
		case <-ctx.Done():
			t.Stop()
			return ctx.Err()
		case <-t.C:
		}
		pause = min(2*pause, mostPause)
	}
}

func (h *Horn) session(ctx context.Context) error {
	d := net.Dialer{Timeout: dialLimit}
	conn, err := d.DialContext(ctx, "tcp", h.addr)
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	stop := context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Unix(1, 0)) })
	defer stop()
	return errors.Join(h.orders(ctx, conn), conn.Close())
}
