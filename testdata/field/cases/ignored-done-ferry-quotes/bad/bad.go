// Package bad asks several ferry lines for a price and merges the answers. Errors that say
// cancelled or too late are left out of the merge, whoever they come from: when the caller's
// time is up, the merge of nothing is "there is no ferry", without an error.
package bad

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"
)

// Quote is the price of one line.
type Quote struct {
	Line  string
	Cents int
}

// Line sells crossings.
type Line interface {
	Name() string
	Quote(ctx context.Context, from, to string) (Quote, error)
}

// Desk compares lines.
type Desk struct {
	lines []Line
	limit time.Duration
}

// NewDesk returns a desk that gives each line a limit.
func NewDesk(limit time.Duration, lines ...Line) *Desk { return &Desk{lines: lines, limit: limit} }

// Quotes returns the prices of all lines that answered, the cheapest first.
func (d *Desk) Quotes(ctx context.Context, from, to string) ([]Quote, error) {
	quotes := make([]Quote, len(d.lines))
	errs := make([]error, len(d.lines))
	var wg sync.WaitGroup
	for i, line := range d.lines {
		wg.Go(func() { quotes[i], errs[i] = d.ask(ctx, line, from, to) })
	}
	wg.Wait()

	var out []Quote
	var failed []error
	for i, err := range errs {
		switch {
		case err == nil:
			out = append(out, quotes[i])
		case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded): // OR ignored-done
			continue // OR ignored-done
		default:
			failed = append(failed, err)
		}
	}
	slices.SortFunc(out, func(a, b Quote) int { return a.Cents - b.Cents })
	if len(out) == 0 && len(failed) > 0 {
		return nil, errors.Join(failed...)
	}
	return out, nil // EXPECT ignored-done
}

func (d *Desk) ask(ctx context.Context, line Line, from, to string) (Quote, error) {
	ctx, cancel := context.WithTimeout(ctx, d.limit)
	defer cancel()
	q, err := line.Quote(ctx, from, to)
	if err != nil {
		return Quote{}, fmt.Errorf("ask %s: %w", line.Name(), err)
	}
	return q, nil
}
