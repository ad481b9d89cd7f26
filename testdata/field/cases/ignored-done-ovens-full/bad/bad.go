// Package bad bakes the orders of a day, a few at a time. The loop takes a free oven with a
// bare send before it starts the next loaf. A loaf in a cold oven takes for ever, and after
// closing time the baker still stands in front of the ovens with the next one.
package bad

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
	for _, loaf := range orders {
		busy <- struct{}{} // EXPECT ignored-done
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
