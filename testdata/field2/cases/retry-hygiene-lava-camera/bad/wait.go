// Package bad waits until a camera at a volcano has taken the picture it was asked for.
// The pause stands at the end of the loop. When the station cannot be reached, the lookup fails
// at once and the loop starts over without ever coming to the pause.
package bad

import (
	"context"
	"fmt"
	"log/slog"
	"time"
)

// State of an order.
type State int

// The states an order goes through.
const (
	Waiting State = iota
	Exposing
	Stored
	Failed
)

// Order is a picture that was asked for.
type Order struct {
	ID    string
	State State
	Error string
}

// Station is the computer on the rim.
type Station interface {
	Order(ctx context.Context, id string) (*Order, error)
}

// Waiter follows orders.
type Waiter struct {
	station Station
	log     *slog.Logger
	every   time.Duration
}

// New returns a waiter that looks once a second.
func New(s Station, log *slog.Logger) *Waiter {
	return &Waiter{station: s, log: log, every: time.Second}
}

// Stored returns when the picture is stored or will never be.
func (w *Waiter) Stored(ctx context.Context, id string) (*Order, error) {
	tick := time.NewTicker(w.every)
	defer tick.Stop()
	for { // OR retry-hygiene
		o, err := w.lookup(ctx, id) // OR retry-hygiene
		if err != nil {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			w.log.Warn("station not reachable", "order", id, "err", err)
			continue // EXPECT retry-hygiene
		}
		switch o.State {
		case Stored:
			return o, nil
		case Failed:
			return nil, fmt.Errorf("order %s: %s", id, o.Error)
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-tick.C:
		}
	}
}

func (w *Waiter) lookup(ctx context.Context, id string) (*Order, error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	return w.station.Order(ctx, id)
}
