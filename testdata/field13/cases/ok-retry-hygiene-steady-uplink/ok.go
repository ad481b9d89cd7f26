// Package ok keeps a mountain hut's uplink. There is no limit to the tries, the errors are only
// logged, and the pause is set back inside the loop. All of that is right for a daemon: the pause
// starts anew only after a session that has lasted, so a peer that drops each session at
// once is met with pauses that grow.
package ok

import (
	"context"
	"crypto/tls"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"time"
)

const (
	firstPause = time.Second
	mostPause  = 90 * time.Second
	lasted     = time.Minute
)

// Session speaks with the valley until the line breaks. It ends when conn is closed.
type Session func(ctx context.Context, conn net.Conn) error

// Hut is the upper end of the line.
type Hut struct {
	valley  string
	dialer  *tls.Dialer
	session Session
	log     *slog.Logger
}

// New returns a hut that trusts what conf trusts.
func New(valley string, conf *tls.Config, s Session, log *slog.Logger) *Hut {
	d := &tls.Dialer{NetDialer: &net.Dialer{Timeout: 15 * time.Second, KeepAlive: 20 * time.Second}, Config: conf}
	return &Hut{valley: valley, dialer: d, session: s, log: log}
}

// Run keeps the uplink until ctx ends.
func (h *Hut) Run(ctx context.Context) error {
	pause := firstPause
	for {
		up, err := h.link(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if up > lasted {
			pause = firstPause
		}
		next := pause/2 + rand.N(pause/2)
		h.log.Info("uplink down", "after", up, "next", next, "err", err)
		timer := time.NewTimer(next)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		}
		pause = min(pause*3/2, mostPause)
	}
}

// link makes one connection and reports how long it was up.
func (h *Hut) link(ctx context.Context) (time.Duration, error) {
	conn, err := h.dialer.DialContext(ctx, "tcp", h.valley)
	if err != nil {
		return 0, fmt.Errorf("dial: %w", err)
	}
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	began := time.Now()
	err = h.session(ctx, conn)
	return time.Since(began), err
}
