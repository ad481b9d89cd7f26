// Package bad is the service behind a tram company's ticket readers.
// On the way out the HTTP server and the outbox share one deadline: when a reader's open request keeps
// Shutdown busy until the deadline, the outbox is flushed with a dead context and the rides are lost.
package bad

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"
)

const stopLimit = 20 * time.Second

// Ride is one passage of a reader.
type Ride struct{ Card, Stop string }

// Ledger stores rides; a ride that it knows already is ignored.
type Ledger interface {
	Put(ctx context.Context, rides []Ride) error
}

// Outbox holds the rides that were accepted and not yet stored.
type Outbox struct {
	ledger  Ledger
	pending []Ride
}

// Flush stores all pending rides.
func (o *Outbox) Flush(ctx context.Context) error {
	for len(o.pending) > 0 {
		batch := o.pending[:min(len(o.pending), 100)]
		if err := o.ledger.Put(ctx, batch); err != nil {
			return fmt.Errorf("%d rides not stored: %w", len(o.pending), err)
		}
		o.pending = o.pending[len(batch):]
	}
	return nil
}

// Service accepts rides.
type Service struct {
	srv    *http.Server
	outbox *Outbox
	log    *slog.Logger
}

// New returns a service that answers with h on addr.
func New(addr string, h http.Handler, outbox *Outbox, log *slog.Logger) *Service {
	return &Service{outbox: outbox, log: log, srv: &http.Server{
		Addr:              addr,
		Handler:           h,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       time.Minute,
		WriteTimeout:      time.Minute,
		IdleTimeout:       2 * time.Minute,
	}}
}

// Run serves until ctx ends and then closes in order.
func (s *Service) Run(ctx context.Context) error {
	failed := make(chan error, 1)
	go func() { failed <- s.srv.ListenAndServe() }()
	var err error
	select {
	case err = <-failed:
	case <-ctx.Done():
	}
	return errors.Join(err, s.stop(context.WithoutCancel(ctx)))
}

func (s *Service) stop(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, stopLimit) // OR retry-timeout
	defer cancel()

	err := s.srv.Shutdown(ctx) // OR retry-timeout
	if errors.Is(err, context.DeadlineExceeded) {
		s.log.Warn("readers cut off", "after", stopLimit)
		err = s.srv.Close()
	}
	return errors.Join(err, s.outbox.Flush(ctx)) // EXPECT retry-timeout
}
