// Package bad weaves samples of many patterns at once. The collector returns at the first sample
// that is faulty; the looms that have not delivered yet go on, and each of them stays with its
// sample in hand, because nobody collects any more.
package bad

import (
	"context"
	"errors"
	"fmt"
)

// Sample is a woven pattern.
type Sample struct {
	Pattern string
	Threads int
	Faults  int
}

// Weave weaves one sample.
type Weave func(ctx context.Context, pattern string) (Sample, error)

// ErrFaulty is returned for a sample with too many faults.
var ErrFaulty = errors.New("sample is faulty")

// Hall has looms.
type Hall struct {
	weave   Weave
	allowed int
}

type woven struct {
	Sample
	err error
}

// Samples weaves all patterns and fails on the first faulty sample.
func (h *Hall) Samples(ctx context.Context, patterns []string) ([]Sample, error) {
	delivered := make(chan woven)
	for _, p := range patterns {
		go func() {
			s, err := h.weave(ctx, p)
			delivered <- woven{s, err} // EXPECT ignored-done
		}()
	}
	all := make([]Sample, 0, len(patterns))
	for range patterns {
		var w woven
		select {
		case w = <-delivered:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		if w.err != nil {
			return nil, fmt.Errorf("weave %s: %w", w.Pattern, w.err)
		}
		if w.Faults > h.allowed {
			return nil, fmt.Errorf("%s has %d faults: %w", w.Pattern, w.Faults, ErrFaulty) // OR ignored-done
		}
		all = append(all, w.Sample)
	}
	return all, nil
}
