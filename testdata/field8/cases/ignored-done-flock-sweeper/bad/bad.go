// Package bad forgets geese that were not seen for a season. Run shall sweep until its context
// ends, but makes the context it works under from the background, for Halt: only Halt ends it.
// The program waits for Run in a group that is told to stop by its context and nothing else.
package bad

import (
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
)

const forget = "DELETE FROM geese WHERE seen < $1"

// Sweeper forgets geese.
type Sweeper struct {
	db     *sql.DB
	every  time.Duration
	season time.Duration
	log    *slog.Logger

	mu   sync.Mutex
	halt context.CancelFunc
}

// Run sweeps now and then until ctx ends or Halt is called.
func (s *Sweeper) Run(ctx context.Context) error {
	if err := s.db.PingContext(ctx); err != nil {
		return fmt.Errorf("sweeper: %w", err)
	}
	sweepCtx, cancel := context.WithCancel(context.Background()) // EXPECT ignored-done // OR blocking-no-ctx
	defer cancel()
	s.mu.Lock()
	s.halt = cancel
	s.mu.Unlock()

	tick := time.NewTicker(s.every)
	defer tick.Stop()
	for { // OR ignored-done
		select { // OR ignored-done
		case <-sweepCtx.Done(): // OR ignored-done
			return nil
		case now := <-tick.C:
			if err := s.sweep(sweepCtx, now); err != nil { // OR ignored-done
				s.log.WarnContext(sweepCtx, "sweep", "err", err)
			}
		}
	}
}

func (s *Sweeper) sweep(ctx context.Context, now time.Time) error {
	ctx, cancel := context.WithTimeout(ctx, s.every/2)
	defer cancel()
	res, err := s.db.ExecContext(ctx, forget, now.Add(-s.season))
	if err != nil {
		return err
	}
	n, err := res.RowsAffected()
	s.log.InfoContext(ctx, "geese forgotten", "number", n)
	return err
}

// Halt ends Run.
func (s *Sweeper) Halt() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.halt != nil {
		s.halt()
	}
}

// Main sweeps beside serve until ctx ends or one of them fails.
func Main(ctx context.Context, s *Sweeper, serve func(context.Context) error) error {
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return serve(ctx) })
	group.Go(func() error { return s.Run(ctx) })
	return group.Wait()
}
