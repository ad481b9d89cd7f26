// Package ok lowers and raises the bridges over a moat. The goroutines hand their results over
// without looking at the context; the receiver takes exactly as many as there are goroutines
// before it returns, and each of them ends with the context it calls the winch under.
package ok

import (
	"context"
	"errors"
	"fmt"
	"time"
)

const winchLimit = 20 * time.Second

// Winch moves one bridge.
type Winch interface {
	Move(ctx context.Context, bridge string, down bool) error
}

// Castle has bridges.
type Castle struct {
	winch   Winch
	bridges []string
}

type moved struct {
	bridge string
	err    error
}

// All moves all bridges at once and reports those that did not move.
func (c *Castle) All(ctx context.Context, down bool) error {
	ctx, cancel := context.WithTimeout(ctx, winchLimit)
	defer cancel()

	results := make(chan moved)
	for _, b := range c.bridges {
		go func() {
			results <- moved{bridge: b, err: c.winch.Move(ctx, b, down)}
		}()
	}

	var errs []error
	for range c.bridges {
		m := <-results
		if m.err != nil {
			errs = append(errs, fmt.Errorf("bridge %s: %w", m.bridge, m.err))
			cancel()
		}
	}
	return errors.Join(errs...)
}
