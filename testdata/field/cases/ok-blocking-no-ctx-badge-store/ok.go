// Package ok keeps badges in memory, behind an interface that has contexts for the sake of stores that need
// them. This one blanks its contexts and may: it takes a lock that is held for the time of a map
// access.
package ok

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"sync"
	"time"
)

// Badge opens doors.
type Badge struct {
	Holder string
	Doors  []string
	Until  time.Time
}

// ErrNone is returned for an unknown badge.
var ErrNone = errors.New("no such badge")

// Store keeps badges, here or far away.
type Store interface {
	Badge(ctx context.Context, number string) (Badge, error)
	Put(ctx context.Context, number string, b Badge) error
	Expired(ctx context.Context, now time.Time) ([]string, error)
	Delete(ctx context.Context, numbers ...string) error
}

// Memory is a store in memory.
type Memory struct {
	mu     sync.RWMutex
	badges map[string]Badge
}

var _ Store = (*Memory)(nil)

// NewMemory returns an empty store.
func NewMemory() *Memory { return &Memory{badges: make(map[string]Badge)} }

// Badge implements Store.
func (m *Memory) Badge(_ context.Context, number string) (Badge, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	b, ok := m.badges[number]
	if !ok {
		return Badge{}, ErrNone
	}
	return b, nil
}

// Put implements Store.
func (m *Memory) Put(_ context.Context, number string, b Badge) error {
	if b.Holder == "" {
		return fmt.Errorf("badge %s has no holder", number)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.badges[number] = b
	return nil
}

// Expired implements Store.
func (m *Memory) Expired(_ context.Context, now time.Time) ([]string, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	var out []string
	for number, b := range m.badges {
		if now.After(b.Until) {
			out = append(out, number)
		}
	}
	return slices.Sorted(slices.Values(out)), nil
}

// Delete implements Store.
func (m *Memory) Delete(_ context.Context, numbers ...string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	maps.DeleteFunc(m.badges, func(number string, _ Badge) bool { return slices.Contains(numbers, number) })
	return nil
}

// Door asks a store.
type Door struct {
	name   string
	badges Store
}

// ServeHTTP says whether the badge of a request opens the door.
func (d *Door) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	b, err := d.badges.Badge(r.Context(), r.Header.Get("X-Badge"))
	switch {
	case errors.Is(err, ErrNone):
		http.Error(w, "unknown badge", http.StatusForbidden)
	case err != nil:
		http.Error(w, "door is stuck", http.StatusServiceUnavailable)
	case !slices.Contains(b.Doors, d.name) || time.Now().After(b.Until):
		http.Error(w, "not this door", http.StatusForbidden)
	default:
		w.WriteHeader(http.StatusNoContent)
	}
}
