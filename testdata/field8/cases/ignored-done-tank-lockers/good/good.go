// Package good fills diving tanks. Each tank has a lock of its own, and an order takes the locks
// of all its tanks. The locks are channels with one place, so that the wait
// for a tank ends with the order's context.
package good

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
	locks map[string]chan struct{}
}

// NewStation returns a station with one compressor.
func NewStation(c Compressor, log *slog.Logger) *Station {
	return &Station{compressor: c, log: log, locks: make(map[string]chan struct{})}
}

func (s *Station) lock(tank string) chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	l, found := s.locks[tank]
	if !found {
		l = make(chan struct{}, 1)
		s.locks[tank] = l
	}
	return l
}

// acquire takes the tanks in a fixed order and returns what gives them back.
func (s *Station) acquire(ctx context.Context, tanks []string) (func(), error) {
	var held []chan struct{}
	release := func() {
		for _, l := range slices.Backward(held) {
			<-l
		}
	}
	for _, tank := range tanks {
		s.log.DebugContext(ctx, "take", "tank", tank)
		l := s.lock(tank)
		select {
		case l <- struct{}{}:
			held = append(held, l)
		case <-ctx.Done():
			release()
			return nil, fmt.Errorf("tank %s: %w", tank, ctx.Err())
		}
	}
	return release, nil
}

// Fill brings the tanks to a pressure.
func (s *Station) Fill(ctx context.Context, tanks []string, bar int) error {
	tanks = slices.Compact(slices.Sorted(slices.Values(tanks)))
	release, err := s.acquire(ctx, tanks)
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
