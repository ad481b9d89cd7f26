// Package bad bottles wine. Bottle has the order's context, and three packages below it a
// gate lets only so many into the cellar, waiting with a plain channel send. An order that
// was withdrawn stays in the queue in front of the gate, ahead of everyone else.
package bad

import (
	"context"
	"fmt"

	"faultfield/cases/ignored-done-cellar-gate/bad/cellar"
)

// Order is what a customer wants.
type Order struct {
	Customer string
	Barrel   string
	Bottles  int
}

// Winery fills bottles.
type Winery struct{ cellar *cellar.Cellar }

// New returns a winery with room for n people in its cellar.
func New(n int) *Winery { return &Winery{cellar: cellar.New(n)} }

// Bottle fills an order.
func (w *Winery) Bottle(ctx context.Context, o Order) (litres float64, err error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	for range o.Bottles {
		got, err := w.cellar.Tap(o.Barrel, 0.75) // OR ignored-done // OR blocking-no-ctx
		if err != nil {
			return litres, fmt.Errorf("order of %s: %w", o.Customer, err)
		}
		litres += got
	}
	return litres, nil
}
