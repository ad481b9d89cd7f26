// Package ok keeps the agent of a lichen observatory connected. MaxElapsedTime zero is meant: the
// agent is a service that tries for as long as it runs. The pauses are capped and
// scattered, start anew after a line that held, and end with the context.
package ok

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"time"

	"github.com/cenkalti/backoff/v4"
)

const (
	greeting = 5 * time.Second
	held     = time.Minute
)

// Protocol talks over one line until it breaks or ctx ends.
type Protocol interface {
	Talk(ctx context.Context, conn net.Conn) error
}

// Agent is one of many in the field.
type Agent struct {
	hub      string
	dialer   net.Dialer
	protocol Protocol
	log      *slog.Logger
}

// New returns an agent of the hub.
func New(hub string, protocol Protocol, log *slog.Logger) *Agent {
	return &Agent{hub: hub, dialer: net.Dialer{Timeout: greeting}, protocol: protocol, log: log}
}

// Run stays connected until ctx ends.
func (a *Agent) Run(ctx context.Context) error {
	pauses := backoff.NewExponentialBackOff(
		backoff.WithInitialInterval(time.Second),
		backoff.WithMaxInterval(2*time.Minute),
		backoff.WithMaxElapsedTime(0),
	)
	line := func() error {
		began := time.Now()
		err := a.connect(ctx)
		if time.Since(began) > held {
			pauses.Reset()
		}
		return err
	}
	lost := func(err error, next time.Duration) {
		a.log.Warn("line lost", "hub", a.hub, "next", next, "err", err)
	}
	return backoff.RetryNotify(line, backoff.WithContext(pauses, ctx), lost)
}

// connect returns an error in any case: a line is not meant to end.
func (a *Agent) connect(ctx context.Context) error {
	conn, err := a.dialer.DialContext(ctx, "tcp", a.hub)
	if err != nil {
		return fmt.Errorf("dial: %w", err)
	}
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	if err := a.protocol.Talk(ctx, conn); err != nil {
		return fmt.Errorf("talk: %w", err)
	}
	return fmt.Errorf("hub %s hung up", a.hub)
}
