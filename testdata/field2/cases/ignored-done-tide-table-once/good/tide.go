// Package good has a table of tides that is loaded when it is first asked for. A caller
// that hangs up fails alone; the next one loads.
package good

import (
	"context"
	"fmt"
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
	turn   chan struct{}
	table  Table
}

// New makes tides of the year.
func New(c Client, year int) *Tides {
	return &Tides{client: c, year: year, turn: make(chan struct{}, 1)}
}

func (t *Tides) load(ctx context.Context) (Table, error) {
	select {
	case t.turn <- struct{}{}:
		defer func() { <-t.turn }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if t.table == nil {
		table, err := t.client.Fetch(ctx, t.year)
		if err != nil {
			return nil, err
		}
		t.table = table
	}
	return t.table, nil
}

// Next returns the next tide of the port after the time.
func (t *Tides) Next(ctx context.Context, port string, after time.Time) (time.Time, error) {
	table, err := t.load(ctx)
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
