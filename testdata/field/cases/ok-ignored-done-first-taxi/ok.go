// Package ok orders a taxi at several ranks at once and takes the first that has one. The channel
// has room for the answers of all ranks, so none of the goroutines is left behind by an early
// return, and the cancelled context ends their calls.
package ok

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Taxi is a taxi on its way.
type Taxi struct {
	Plate   string
	Minutes int
}

// Rank has taxis, or not.
type Rank interface {
	Name() string
	Order(ctx context.Context, from string) (Taxi, error)
	Cancel(ctx context.Context, plate string) error
}

// ErrNone is returned when no rank has a taxi.
var ErrNone = errors.New("no taxi anywhere")

type bid struct {
	rank Rank
	taxi Taxi
	err  error
}

// Dispatch orders taxis.
type Dispatch struct{ ranks []Rank }

// NewDispatch returns a dispatch over ranks, sorted by name.
func NewDispatch(ranks ...Rank) *Dispatch {
	sorted := slices.Clone(ranks)
	slices.SortFunc(sorted, func(a, b Rank) int { return strings.Compare(a.Name(), b.Name()) })
	return &Dispatch{ranks: sorted}
}

// Nearest returns the first taxi that takes at most the given minutes.
func (d *Dispatch) Nearest(ctx context.Context, from string, minutes int) (Taxi, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()

	bids := make(chan bid, len(d.ranks))
	for _, rank := range d.ranks {
		go func() {
			taxi, err := rank.Order(ctx, from)
			bids <- bid{rank, taxi, err}
		}()
	}
	var failed []error
	for range d.ranks {
		var b bid
		select {
		case b = <-bids:
		case <-ctx.Done():
			return Taxi{}, fmt.Errorf("taxi from %s: %w", from, ctx.Err())
		}
		if b.err != nil {
			failed = append(failed, fmt.Errorf("%s: %w", b.rank.Name(), b.err))
			continue
		}
		if b.taxi.Minutes <= minutes {
			return b.taxi, nil
		}
	}
	return Taxi{}, errors.Join(append(failed, ErrNone)...)
}
