// Package ok keeps the feeder of a trout hatchery connected to its control room. MaxElapsedTime
// zero means that the dialling never gives up, and for a service in the background that is
// wanted: it ends with the context. The pauses are capped, and random by default.
package ok

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"time"

	"github.com/cenkalti/backoff/v5"
)

// Session speaks to the control room until the connection breaks or ctx ends.
type Session interface {
	Run(ctx context.Context, conn net.Conn) error
}

// Feeder hangs over a pond.
type Feeder struct {
	room    string
	session Session
	dialer  net.Dialer
	log     *slog.Logger
}

// NewFeeder takes orders from the control room at an address.
func NewFeeder(room string, s Session, log *slog.Logger) *Feeder {
	return &Feeder{room: room, session: s, dialer: net.Dialer{Timeout: 8 * time.Second}, log: log}
}

// Serve returns when ctx ends.
func (f *Feeder) Serve(ctx context.Context) error {
	for {
		conn, err := f.dial(ctx)
		if err != nil {
			return fmt.Errorf("control room: %w", err)
		}
		err = f.session.Run(ctx, conn)
		conn.Close()
		f.log.Warn("control room lost", "err", err)
		rest := time.NewTimer(time.Second + rand.N(4*time.Second))
		select {
		case <-rest.C:
		case <-ctx.Done():
			rest.Stop()
			return ctx.Err()
		}
	}
}

func (f *Feeder) dial(ctx context.Context) (net.Conn, error) {
	pauses := backoff.NewExponentialBackOff()
	pauses.InitialInterval = time.Second
	pauses.MaxInterval = 2 * time.Minute
	return backoff.Retry(ctx,
		func() (net.Conn, error) { return f.dialer.DialContext(ctx, "tcp", f.room) },
		backoff.WithBackOff(pauses),
		backoff.WithMaxElapsedTime(0),
		backoff.WithNotify(func(err error, next time.Duration) {
			f.log.Info("control room not there", "next", next, "err", err)
		}),
	)
}
