// Package bad fills diving tanks. Each tank has a lock of its own, and an order takes the locks
// of all its tanks. acquire is given the order's context and only writes logs with it: while
// another order fills a tank, which takes minutes, the wait cannot be ended.
package bad

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync"
)

// Compressor fills one tank at a time.
type Compressor interface {
	Fill(ctx context.Context, tank string, bar int) error
}

// Station fills tanks.
type Station struct {
	compressor Compressor
	log        *slog.Logger

	mu    sync.Mutex
	locks map[string]*sync.Mutex
}

// NewStation returns a station with one compressor.
func NewStation(c Compressor, log *slog.Logger) *Station {
	return &Station{compressor: c, log: log, locks: make(map[string]*sync.Mutex)}
}

func (s *Station) lock(tank string) *sync.Mutex {
	s.mu.Lock()
	defer s.mu.Unlock()
	l, found := s.locks[tank]
	if !found {
		l = new(sync.Mutex)
		s.locks[tank] = l
	}
	return l
}

// acquire takes the tanks in a fixed order and returns what gives them back.
func (s *Station) acquire(ctx context.Context, tanks []string) (func(), error) {
	var held []*sync.Mutex
	release := func() {
		for _, l := range slices.Backward(held) {
			l.Unlock()
		}
	}
	for _, tank := range tanks {
		if err := ctx.Err(); err != nil {
			release()
			return nil, fmt.Errorf("tank %s: %w", tank, err)
		}
		s.log.DebugContext(ctx, "take", "tank", tank)
		l := s.lock(tank)
		l.Lock() // EXPECT ignored-done // OR blocking-no-ctx
		held = append(held, l)
	}
	return release, nil
}

// Fill brings the tanks to a pressure.
func (s *Station) Fill(ctx context.Context, tanks []string, bar int) error {
	tanks = slices.Compact(slices.Sorted(slices.Values(tanks)))
	release, err := s.acquire(ctx, tanks) // OR ignored-done // OR blocking-no-ctx
	if err != nil {
		return err
	}
	defer release()
	for _, tank := range tanks {
		if err := s.compressor.Fill(ctx, tank, bar); err != nil {
			return fmt.Errorf("fill %s: %w", tank, err)
		}
	}
	return nil
}
