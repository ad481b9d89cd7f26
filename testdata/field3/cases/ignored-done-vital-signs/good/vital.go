// Package good answers questions for the health of an aquarium. The checks have a
// limit, derived from the request's context.
package good

import (
	"context"
	"encoding/json"
	"net/http"
	"sync"
	"time"
)

// Check looks at one organ.
type Check struct {
	Name string
	Run  func(ctx context.Context) error
}

// Option configures the handler.
type Option func(*vitals)

// WithLimit bounds each answer.
func WithLimit(d time.Duration) Option { return func(v *vitals) { v.limit = d } }

// WithCheck adds a check.
func WithCheck(c Check) Option { return func(v *vitals) { v.checks = append(v.checks, c) } }

type vitals struct {
	checks []Check
	limit  time.Duration
}

// Handler makes a handler.
func Handler(opts ...Option) http.Handler {
	v := &vitals{limit: 10 * time.Second}
	for _, o := range opts {
		o(v)
	}
	return v
}

// ServeHTTP implements http.Handler.
func (v *vitals) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), v.limit)
	defer cancel()

	sick := v.examine(ctx)
	code := http.StatusOK
	if len(sick) > 0 {
		code = http.StatusServiceUnavailable
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(code)
	if r.Method == http.MethodHead {
		return
	}
	_ = json.NewEncoder(w).Encode(sick)
}

func (v *vitals) examine(ctx context.Context) map[string]string {
	var (
		mu   sync.Mutex
		wg   sync.WaitGroup
		sick = map[string]string{}
	)
	for _, c := range v.checks {
		wg.Go(func() {
			if err := c.Run(ctx); err != nil {
				mu.Lock()
				defer mu.Unlock()
				sick[c.Name] = err.Error()
			}
		})
	}
	wg.Wait()
	return sick
}
