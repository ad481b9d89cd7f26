// Package bad checks the boilers of a ship, each within a limit. A check that is late is reported
// as such and forgotten. Its goroutine is not: it ends in a send that nobody receives, and one
// stays behind for every late check of the voyage.
package bad

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// ErrLate is the outcome of a check that took too long.
var ErrLate = errors.New("check is late")

// Check looks at one boiler.
type Check struct {
	Boiler string
	Limit  time.Duration
	Look   func(ctx context.Context) error
	Skip   bool
}

// Engine has boilers.
type Engine struct {
	mu     sync.Mutex
	checks map[string]Check
}

// Register adds a check.
func (e *Engine) Register(c Check) error {
	if c.Look == nil {
		return fmt.Errorf("check of %s does nothing", c.Boiler)
	}
	if c.Limit == 0 {
		c.Limit = 2 * time.Second
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.checks == nil {
		e.checks = make(map[string]Check)
	}
	e.checks[c.Boiler] = c
	return nil
}

// Measure runs all checks and returns what is wrong with which boiler.
func (e *Engine) Measure(ctx context.Context) map[string]error {
	e.mu.Lock()
	checks := make([]Check, 0, len(e.checks))
	for _, c := range e.checks {
		if !c.Skip {
			checks = append(checks, c)
		}
	}
	e.mu.Unlock()

	wrong := make(map[string]error)
	for _, c := range checks {
		if err := run(ctx, c); err != nil {
			wrong[c.Boiler] = err
		}
	}
	return wrong
}

func run(ctx context.Context, c Check) error {
	found := make(chan error) // OR ignored-done
	ctx, cancel := context.WithTimeout(ctx, c.Limit)
	defer cancel()
	go func() {
		found <- c.Look(ctx) // EXPECT ignored-done
	}()
	select {
	case err := <-found:
		return err
	case <-ctx.Done(): // OR ignored-done
		return errors.Join(ErrLate, ctx.Err())
	}
}
