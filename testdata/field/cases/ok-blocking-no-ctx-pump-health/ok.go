// Package ok says whether a waterworks is healthy. Its handlers ask nobody: a prober in the background asks
// the pumps, each within a limit, and leaves what it found where the handlers read it.
package ok

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// Pump is asked how it is.
type Pump interface {
	Name() string
	Pressure(ctx context.Context) (bar float64, err error)
}

// Report is the state of all pumps at one time.
type Report struct {
	At     time.Time         `json:"at"`
	Broken map[string]string `json:"broken,omitempty"`
}

// Health answers probers.
type Health struct {
	pumps  []Pump
	every  time.Duration
	limit  time.Duration
	least  float64
	latest atomic.Pointer[Report]
}

// New returns a health handler that knows nothing before Run.
func New(every time.Duration, least float64, pumps ...Pump) *Health {
	return &Health{pumps: pumps, every: every, limit: every / 2, least: least}
}

// Run asks the pumps until ctx ends.
func (h *Health) Run(ctx context.Context) error {
	first := time.NewTimer(rand.N(h.every))
	defer first.Stop()
	select {
	case <-first.C:
	case <-ctx.Done():
		return nil
	}
	tick := time.NewTicker(h.every)
	defer tick.Stop()
	for {
		h.latest.Store(h.ask(ctx))
		select {
		case <-tick.C:
		case <-ctx.Done():
			return nil
		}
	}
}

func (h *Health) ask(ctx context.Context) *Report {
	ctx, cancel := context.WithTimeout(ctx, h.limit)
	defer cancel()
	r := &Report{At: time.Now(), Broken: make(map[string]string)}
	var mu sync.Mutex
	var wg sync.WaitGroup
	for _, p := range h.pumps {
		wg.Go(func() {
			bar, err := p.Pressure(ctx)
			if err == nil && bar < h.least {
				err = fmt.Errorf("only %.1f bar", bar)
			}
			if err != nil {
				mu.Lock()
				defer mu.Unlock()
				r.Broken[p.Name()] = err.Error()
			}
		})
	}
	wg.Wait()
	return r
}

// Live answers whether the process is alive.
func (h *Health) Live(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }

// Ready answers whether the waterworks can be used.
func (h *Health) Ready(w http.ResponseWriter, _ *http.Request) {
	r := h.latest.Load()
	code := http.StatusOK
	if r == nil || len(r.Broken) > 0 || time.Since(r.At) > 3*h.every {
		code = http.StatusServiceUnavailable
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(code)
	_ = json.NewEncoder(w).Encode(r)
}
