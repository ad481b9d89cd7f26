// Package good opens browser sessions on one of several machines for a test farm.
// A machine that fails is marked and the next one asked, unless it is the client who left.
package good

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"time"
)

// Machine runs browsers.
type Machine struct {
	Name   string
	Weight int
}

// Driver opens a session on a machine; asking again with the same ticket returns the same session.
type Driver interface {
	Open(ctx context.Context, machine, ticket string) (string, error)
}

// Farm knows the machines and which of them are out of order.
type Farm struct {
	driver   Driver
	log      *slog.Logger
	mu       sync.Mutex
	machines []Machine
	broken   map[string]time.Time
}

const (
	openLimit = 40 * time.Second
	restAfter = 5 * time.Minute
)

// ErrFull means that no machine could take the session.
var ErrFull = errors.New("no machine available")

// ServeHTTP opens a session for the ticket in the path.
func (f *Farm) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	id, err := f.open(r.Context(), r.PathValue("ticket"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return
	}
	fmt.Fprintln(w, id)
}

func (f *Farm) open(ctx context.Context, ticket string) (string, error) {
	errs := []error{ErrFull}
	for _, m := range f.candidates() {
		id, err := f.try(ctx, m, ticket)
		if err == nil {
			return id, nil
		}
		errs = append(errs, err)
		if ctx.Err() != nil {
			break
		}
		f.log.Warn("machine failed", "machine", m.Name, "err", err)
		f.mark(m)
	}
	return "", errors.Join(errs...)
}

func (f *Farm) try(ctx context.Context, m Machine, ticket string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, openLimit)
	defer cancel()
	return f.driver.Open(ctx, m.Name, ticket)
}

func (f *Farm) candidates() []Machine {
	f.mu.Lock()
	defer f.mu.Unlock()
	list := slices.DeleteFunc(slices.Clone(f.machines), func(m Machine) bool {
		return time.Since(f.broken[m.Name]) < restAfter
	})
	slices.SortFunc(list, func(a, b Machine) int { return b.Weight - a.Weight })
	return list
}

func (f *Farm) mark(m Machine) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.broken[m.Name] = time.Now()
}
