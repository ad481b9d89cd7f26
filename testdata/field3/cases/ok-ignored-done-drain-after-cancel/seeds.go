// Package ok looks for the first seed that sprouts. When it has one it cancels the
// others and then empties their channel: that range waits for no more than the senders'
// notice of the cancel, and it is what lets their bare sends end.
package ok

import (
	"context"
	"errors"
	"sync"
	"time"
)

// Bed grows seeds.
type Bed interface {
	Grow(ctx context.Context, seed string) (days int, err error)
}

// Result is how one seed did.
type Result struct {
	Seed string
	Days int
}

// Trial compares seeds.
type Trial struct {
	bed Bed
}

func (t *Trial) start(ctx context.Context, seeds []string) <-chan Result {
	out := make(chan Result)
	var wg sync.WaitGroup
	for _, s := range seeds {
		wg.Go(func() {
			days, err := t.bed.Grow(ctx, s)
			if err != nil {
				return
			}
			out <- Result{s, days}
		})
	}
	go func() {
		wg.Wait()
		close(out)
	}()
	return out
}

// First returns the first seed to sprout within the limit.
func (t *Trial) First(ctx context.Context, seeds []string, limit time.Duration) (Result, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	results := t.start(ctx, seeds)
	first, ok := <-results
	cancel()
	for range results {
	}
	if !ok {
		return Result{}, errors.New("nothing sprouted")
	}
	return first, nil
}
