// Package ok asks many gauges for their level. The bare Wait is in a goroutine of its
// own and ends, since every worker obeys the context; the range over the results ends
// because that goroutine closes them.
package ok

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// Level is one answer.
type Level struct {
	Gauge string
	Mean  float64
	Err   error
}

// Source asks one gauge.
type Source interface {
	Level(ctx context.Context, gauge string) (float64, error)
}

// Survey asks gauges.
type Survey struct {
	src     Source
	workers int
	limit   time.Duration
}

// Levels asks all gauges.
func (s *Survey) Levels(ctx context.Context, gauges []string) (map[string]float64, error) {
	ctx, cancel := context.WithTimeout(ctx, s.limit)
	defer cancel()

	todo := make(chan string, len(gauges))
	for _, g := range gauges {
		todo <- g
	}
	close(todo)

	results := make(chan Level)
	var wg sync.WaitGroup
	for range s.workers {
		wg.Go(func() { s.work(ctx, todo, results) })
	}
	go func() {
		wg.Wait()
		close(results)
	}()

	levels := make(map[string]float64, len(gauges))
	var errs []error
	for r := range results {
		if r.Err != nil {
			errs = append(errs, fmt.Errorf("gauge %s: %w", r.Gauge, r.Err))
			continue
		}
		levels[r.Gauge] = r.Mean
	}
	if err := ctx.Err(); err != nil {
		errs = append(errs, err)
	}
	return levels, errors.Join(errs...)
}

func (s *Survey) work(ctx context.Context, todo <-chan string, results chan<- Level) {
	for g := range todo {
		mean, err := s.src.Level(ctx, g)
		select {
		case results <- Level{g, mean, err}:
		case <-ctx.Done():
			return
		}
	}
}
