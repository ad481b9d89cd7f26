// Package cellar keeps barrels.
package cellar

import (
	"context"
	"errors"
	"sync"

	"faultfield/cases/ignored-done-cellar-gate/good/cellar/gate"
)

// ErrEmpty is returned when a barrel has nothing left.
var ErrEmpty = errors.New("barrel is empty")

// Cellar is entered through a gate.
type Cellar struct {
	gate    *gate.Gate
	mu      sync.Mutex
	barrels map[string]float64
}

// New returns a cellar that n people can be in.
func New(n int) *Cellar {
	return &Cellar{gate: gate.New(n), barrels: make(map[string]float64)}
}

// Tap takes some litres from a barrel.
func (c *Cellar) Tap(ctx context.Context, barrel string, litres float64) (float64, error) {
	leave, err := c.gate.Enter(ctx)
	if err != nil {
		return 0, err
	}
	defer leave()
	c.mu.Lock()
	defer c.mu.Unlock()
	left := c.barrels[barrel]
	if left <= 0 {
		return 0, ErrEmpty
	}
	got := min(left, litres)
	c.barrels[barrel] = left - got
	return got, nil
}
