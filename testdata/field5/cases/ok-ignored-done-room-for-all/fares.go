// Package fares asks several carriers at once and takes the first good answer.
package fares

import (
	"context"
	"errors"
	"fmt"
)

// Offer is a carrier's answer.
type Offer struct {
	Carrier string
	Cents   int64
}

// Carrier quotes journeys.
type Carrier interface {
	Name() string
	Quote(ctx context.Context, from, to string) (Offer, error)
}

// ErrNone is returned when no carrier has an offer.
var ErrNone = errors.New("no offer")

// Desk compares carriers.
type Desk struct {
	carriers []Carrier
}

// NewDesk returns a desk.
func NewDesk(carriers ...Carrier) *Desk { return &Desk{carriers: carriers} }

type answer struct {
	offer Offer
	err   error
}

// First returns the offer that comes first; the other carriers are told to stop.
func (d *Desk) First(ctx context.Context, from, to string) (Offer, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()

	answers := make(chan answer, len(d.carriers))
	for _, c := range d.carriers {
		go func() {
			offer, err := c.Quote(ctx, from, to)
			if err != nil {
				err = fmt.Errorf("%s: %w", c.Name(), err)
			}
			answers <- answer{offer, err}
		}()
	}

	errs := []error{ErrNone}
	for range d.carriers {
		select {
		case a := <-answers:
			if a.err == nil {
				return a.offer, nil
			}
			errs = append(errs, a.err)
		case <-ctx.Done():
			return Offer{}, ctx.Err()
		}
	}
	return Offer{}, errors.Join(errs...)
}
