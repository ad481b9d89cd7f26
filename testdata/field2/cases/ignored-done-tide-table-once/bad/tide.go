// Package bad has a table of tides that is loaded when it is first asked for. The load
// runs on the context of that first caller, inside sync.Once: when that caller hangs up
// the load fails, and its error is everybody's until the process ends.
package bad

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// Table maps ports to their tides.
type Table map[string][]time.Time

// Client fetches the table.
type Client interface {
	Fetch(ctx context.Context, year int) (Table, error)
}

// Tides gives tides.
type Tides struct {
	client Client
	year   int
	once   sync.Once
	table  Table
	err    error
}

// New makes tides of the year.
func New(c Client, year int) *Tides {
	return &Tides{client: c, year: year}
}

func (t *Tides) load(ctx context.Context) (Table, error) {
	t.once.Do(func() { // OR ignored-done
		t.table, t.err = t.client.Fetch(ctx, t.year) // EXPECT ignored-done
	})
	return t.table, t.err // OR ignored-done
}

// Next returns the next tide of the port after the time.
func (t *Tides) Next(ctx context.Context, port string, after time.Time) (time.Time, error) {
	table, err := t.load(ctx) // OR ignored-done
	if err != nil {
		return time.Time{}, fmt.Errorf("tides of %d: %w", t.year, err)
	}
	for _, at := range table[port] {
		if at.After(after) {
			return at, nil
		}
	}
	return time.Time{}, fmt.Errorf("no tide at %s after %s", port, after)
}
