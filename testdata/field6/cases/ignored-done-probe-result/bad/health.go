// Package bad runs the readiness checks of a service side by side.
package bad

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"time"
)

// Check is one dependency to look at.
type Check struct {
	Name  string
	Limit time.Duration
	Probe func(ctx context.Context) error
}

// Board knows all checks.
type Board struct {
	checks []Check
}

// NewBoard returns a board for the checks.
func NewBoard(checks ...Check) *Board { return &Board{checks: checks} }

// ServeHTTP answers 200 if all checks pass and 503 otherwise.
func (b *Board) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var (
		wg     sync.WaitGroup
		mu     sync.Mutex
		broken = make(map[string]string)
	)
	for _, c := range b.checks {
		wg.Go(func() {
			if err := c.run(r.Context()); err != nil {
				mu.Lock()
				broken[c.Name] = err.Error()
				mu.Unlock()
			}
		})
	}
	wg.Wait()

	status := http.StatusOK
	if len(broken) > 0 {
		status = http.StatusServiceUnavailable
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(broken)
}

func (c Check) run(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, c.Limit)
	defer cancel()
	verdict := make(chan error) // OR ignored-done
	go func() {
		verdict <- c.Probe(ctx) // EXPECT ignored-done
	}()
	select {
	case err := <-verdict:
		return err
	case <-ctx.Done():
		return fmt.Errorf("no verdict after %s: %w", c.Limit, ctx.Err())
	}
}
