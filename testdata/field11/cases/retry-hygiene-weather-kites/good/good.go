// Package good keeps a weather kite's ground unit connected to the forecast centre.
// The pause is cut to its maximum first and spread afterwards, so units that waited long come back
// at different moments too.
package good

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"time"
)

const (
	firstPause = 2 * time.Second
	mostPause  = 2 * time.Minute
	goodSpell  = 5 * time.Minute // a connection that held this long starts the pauses anew
)

// Talk exchanges measurements over a connection until it breaks.
type Talk func(ctx context.Context, conn net.Conn) error

// Unit is one of several thousand ground units.
type Unit struct {
	centre string
	dialer *tls.Dialer
	talk   Talk
	log    *slog.Logger
}

// NewUnit returns a unit that reports to the centre.
func NewUnit(centre string, cfg *tls.Config, talk Talk, log *slog.Logger) *Unit {
	return &Unit{
		centre: centre,
		dialer: &tls.Dialer{NetDialer: &net.Dialer{Timeout: 10 * time.Second}, Config: cfg},
		talk:   talk,
		log:    log,
	}
}

// Run stays connected until ctx ends.
func (u *Unit) Run(ctx context.Context) error {
	failures := 0
	for {
		since := time.Now()
		err := u.session(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if time.Since(since) > goodSpell {
			failures = 0
		}
		d := pause(failures)
		failures++
		u.log.Warn("centre lost", "centre", u.centre, "next", d, "err", err)
		t := time.NewTimer(d)
		select {
		case <-ctx.Done():
			t.Stop()
			return ctx.Err()
		case <-t.C:
		}
	}
}

func (u *Unit) session(ctx context.Context) error {
	dialCtx, cancel := context.WithTimeout(ctx, 15*time.Second)
	defer cancel()
	conn, err := u.dialer.DialContext(dialCtx, "tcp", u.centre)
	if err != nil {
		return fmt.Errorf("dial: %w", err)
	}
	cancel()
	err = u.talk(ctx, conn)
	return errors.Join(err, conn.Close())
}

func pause(failures int) time.Duration {
	d := firstPause << min(failures, 8)
	d = min(d, mostPause)
	return d + rand.N(d/2)
}
