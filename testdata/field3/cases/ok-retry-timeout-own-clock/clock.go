// Package ok asks an old clock in a church tower for its state. A deadline error is worth another
// try when it is the attempt's own; whether the caller's context lives is asked before.
package ok

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"
)

// Tower has a clock.
type Tower interface {
	State(ctx context.Context) (string, error)
}

// Keeper asks.
type Keeper struct {
	tower   Tower
	perAsk  time.Duration
	longest time.Duration
}

// New returns a keeper.
func New(t Tower) *Keeper {
	return &Keeper{tower: t, perAsk: 2 * time.Second, longest: 9 * time.Second}
}

// State returns the clock's state. Three questions of two seconds and two pauses of up to a second
// fit into the nine seconds.
func (k *Keeper) State(parent context.Context) (string, error) {
	parent, done := context.WithTimeout(parent, k.longest)
	defer done()
	for left := 2; ; left-- {
		ctx, cancel := context.WithTimeout(parent, k.perAsk)
		s, err := k.tower.State(ctx)
		cancel()
		if err == nil {
			return s, nil
		}
		if parent.Err() != nil || left == 0 || !errors.Is(err, context.DeadlineExceeded) {
			return "", fmt.Errorf("tower: %w", err)
		}
		t := time.NewTimer(500*time.Millisecond + rand.N(500*time.Millisecond))
		select {
		case <-parent.Done():
			t.Stop()
			return "", errors.Join(parent.Err(), err)
		case <-t.C:
		}
	}
}
