// Package good bakes the orders of a day, a few at a time. The loop waits for a free oven
// until closing time only, and then for the loaves that are in.
package good

import (
	"context"
	"errors"
	"fmt"
	"sync"
)

// Loaf is one order.
type Loaf struct{ Order, Flour string }

// Oven bakes a loaf.
type Oven func(ctx context.Context, l Loaf) error

// Bakery has a number of ovens.
type Bakery struct {
	bake  Oven
	ovens int
}

// New returns a bakery of n ovens.
func New(bake Oven, n int) *Bakery { return &Bakery{bake: bake, ovens: n} }

// Day bakes all orders and returns what went wrong.
func (b *Bakery) Day(ctx context.Context, orders []Loaf) error {
	var (
		wg    sync.WaitGroup
		mu    sync.Mutex
		spoil []error
		busy  = make(chan struct{}, b.ovens)
	)
	note := func(err error) {
		mu.Lock()
		defer mu.Unlock()
		spoil = append(spoil, err)
	}
open:
	for _, loaf := range orders {
		select {
		case busy <- struct{}{}:
		case <-ctx.Done():
			note(fmt.Errorf("from order %s on nothing was baked: %w", loaf.Order, ctx.Err()))
			break open
		}
		wg.Add(1)
		go func() {
			defer wg.Done()
			defer func() { <-busy }()
			if err := b.bake(ctx, loaf); err != nil {
				note(fmt.Errorf("order %s: %w", loaf.Order, err))
			}
		}()
	}
	wg.Wait()
	return errors.Join(spoil...)
}
