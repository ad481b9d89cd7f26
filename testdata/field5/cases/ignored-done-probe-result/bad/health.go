// Package health asks a service's dependencies how they are.
package health

import (
	"context"
	"sync"
	"time"
)

// Probe looks at one dependency.
type Probe struct {
	Name    string
	Timeout time.Duration
	Check   func(ctx context.Context) error
}

// Report maps dependencies to what is wrong with them; nil means well.
type Report map[string]error

// Checker runs probes side by side.
type Checker struct {
	probes []Probe
}

// NewChecker returns a checker.
func NewChecker(probes ...Probe) *Checker { return &Checker{probes: probes} }

// Report runs all probes. It takes as long as the longest timeout at most.
func (c *Checker) Report(ctx context.Context) Report {
	var (
		mu     sync.Mutex
		wg     sync.WaitGroup
		report = make(Report, len(c.probes))
	)
	for _, p := range c.probes {
		wg.Go(func() {
			err := run(ctx, p)
			mu.Lock()
			defer mu.Unlock()
			report[p.Name] = err
		})
	}
	wg.Wait()
	return report
}

func run(ctx context.Context, p Probe) error {
	ctx, cancel := context.WithTimeout(ctx, p.Timeout)
	defer cancel()

	result := make(chan error) // OR ignored-done
	go func() {
		result <- p.Check(ctx) // EXPECT ignored-done
	}()

	select {
	case err := <-result:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}
