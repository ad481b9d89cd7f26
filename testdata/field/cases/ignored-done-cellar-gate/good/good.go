// Package good bottles wine. The gate that lets only so many into the cellar is given the
// order's context all the way down, so a withdrawn order leaves the queue.
package good

import (
	"context"
	"fmt"

	"faultfield/cases/ignored-done-cellar-gate/good/cellar"
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
		got, err := w.cellar.Tap(ctx, o.Barrel, 0.75)
		if err != nil {
			return litres, fmt.Errorf("order of %s: %w", o.Customer, err)
		}
		litres += got
	}
	return litres, nil
}
