// Package good asks several ferry lines for a price and merges the answers. A line that is too
// slow by its own limit is left out if another one answered; no answer at all is an error.
package good

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
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("quotes from %s to %s: %w", from, to, err)
	}

	var out []Quote
	var failed []error
	for i, err := range errs {
		switch {
		case err == nil:
			out = append(out, quotes[i])
		default:
			failed = append(failed, err)
		}
	}
	slices.SortFunc(out, func(a, b Quote) int { return a.Cents - b.Cents })
	if len(out) == 0 && len(failed) > 0 {
		return nil, errors.Join(failed...)
	}
	return out, nil
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
