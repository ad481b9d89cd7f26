// Package ok starts the planning of a blast on request and answers at once. The planning does not run
// on the request's context, which ends with the answer, but on the one of the planner: it
// is bounded, ends when the planner closes, and Close waits for it.
package ok

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/google/uuid"
)

const planLimit = 20 * time.Minute

// Blast is what is asked for.
type Blast struct {
	Face  string  `json:"face"`
	Tons  float64 `json:"tons"`
	Delay int     `json:"delay_ms"`
}

// Engine computes plans and stores them under their id.
type Engine interface {
	Plan(ctx context.Context, id string, b Blast) error
}

// Planner takes requests.
type Planner struct {
	engine Engine
	log    *slog.Logger

	life  context.Context
	end   context.CancelFunc
	slots chan struct{}
	plans sync.WaitGroup
}

// NewPlanner returns a planner that works on up to n plans until Close.
func NewPlanner(ctx context.Context, engine Engine, n int, log *slog.Logger) *Planner {
	life, end := context.WithCancel(ctx)
	return &Planner{engine: engine, log: log, life: life, end: end, slots: make(chan struct{}, n)}
}

// Close stops the plans in work. It is called when the server takes no more requests.
func (p *Planner) Close() {
	p.end()
	p.plans.Wait()
}

// ServeHTTP accepts one blast.
func (p *Planner) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var b Blast
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 8<<10)).Decode(&b); err != nil {
		http.Error(w, "no valid blast", http.StatusBadRequest)
		return
	}
	select {
	case p.slots <- struct{}{}:
	default:
		w.Header().Set("Retry-After", "60")
		http.Error(w, "planner is busy", http.StatusServiceUnavailable)
		return
	}
	id := uuid.NewString()
	p.plans.Go(func() {
		defer func() { <-p.slots }()
		ctx, cancel := context.WithTimeout(p.life, planLimit)
		defer cancel()
		if err := p.engine.Plan(ctx, id, b); err != nil {
			p.log.ErrorContext(ctx, "plan failed", "plan", id, "err", err)
		}
	})
	w.WriteHeader(http.StatusAccepted)
	fmt.Fprintln(w, id)
}
