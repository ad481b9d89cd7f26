// Package good changes rules on firewall appliances. An appliance takes one change at a time:
// the rule is pushed and the whole configuration is reloaded, which can take half a minute.
package good

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"
)

const changeLimit = 45 * time.Second

// Appliance is the management interface of one firewall.
type Appliance interface {
	Push(ctx context.Context, rule string) error
	Reload(ctx context.Context) error
}

// Turns hands out the right to change an appliance.
type Turns struct {
	mu    sync.Mutex
	slots map[string]chan struct{}
}

// NewTurns returns an empty table.
func NewTurns() *Turns {
	return &Turns{slots: make(map[string]chan struct{})}
}

func (t *Turns) slot(name string) chan struct{} {
	t.mu.Lock()
	defer t.mu.Unlock()
	s, ok := t.slots[name]
	if !ok {
		s = make(chan struct{}, 1)
		t.slots[name] = s
	}
	return s
}

// Take waits for the caller's turn and returns the function that ends it.
func (t *Turns) Take(ctx context.Context, name string) (func(), error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s := t.slot(name)
	select {
	case s <- struct{}{}:
		return func() { <-s }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// API serves rule changes.
type API struct {
	turns      *Turns
	appliances map[string]Appliance
}

// ServeHTTP applies one rule.
func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("appliance")
	box, ok := a.appliances[name]
	if !ok {
		http.NotFound(w, r)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), changeLimit)
	defer cancel()
	err := a.change(ctx, name, box, r.FormValue("rule"))
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		http.Error(w, "appliance is busy", http.StatusServiceUnavailable)
	case err != nil:
		http.Error(w, err.Error(), http.StatusBadGateway)
	default:
		w.WriteHeader(http.StatusNoContent)
	}
}

func (a *API) change(ctx context.Context, name string, box Appliance, rule string) error {
	done, err := a.turns.Take(ctx, name)
	if err != nil {
		return fmt.Errorf("wait for %s: %w", name, err)
	}
	defer done()
	if err := box.Push(ctx, rule); err != nil {
		return fmt.Errorf("push rule to %s: %w", name, err)
	}
	return box.Reload(ctx)
}
