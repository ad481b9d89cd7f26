// Package bad keeps a worker logged in to a key server.
// After a quarter of an hour without success the back-off says Stop, which is a negative
// duration. Waiting for it takes no time, and the worker logs in as fast as it can.
package bad

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/cenkalti/backoff/v4"
)

// Lease is a login with an end.
type Lease struct {
	Token string
	TTL   time.Duration
}

// Server gives out leases.
type Server interface {
	Login(ctx context.Context, role, secret string) (Lease, error)
}

// Worker keeps one lease.
type Worker struct {
	server       Server
	role, secret string
	ready        chan struct{}
	once         sync.Once
	token        atomic.Value
	log          *slog.Logger
}

// Token returns the newest token.
func (w *Worker) Token(ctx context.Context) (string, error) {
	select {
	case <-w.ready:
		return w.token.Load().(string), nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// Run logs in again and again until ctx ends.
func (w *Worker) Run(ctx context.Context) {
	exp := backoff.NewExponentialBackOff( // OR retry-hygiene
		backoff.WithInitialInterval(time.Second),
		backoff.WithMaxInterval(time.Minute),
	)
	for { // OR retry-hygiene
		var next time.Duration
		lease, err := w.login(ctx) // OR retry-hygiene
		if err != nil {
			next = exp.NextBackOff() // EXPECT retry-hygiene
			w.log.Error("login failed", "role", w.role, "err", err, "next", next)
		} else {
			exp.Reset()
			w.token.Store(lease.Token)
			w.once.Do(func() { close(w.ready) })
			next = max(lease.TTL/2, time.Second)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(next): // OR retry-hygiene
		}
	}
}

func (w *Worker) login(ctx context.Context) (Lease, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	return w.server.Login(ctx, w.role, w.secret)
}
