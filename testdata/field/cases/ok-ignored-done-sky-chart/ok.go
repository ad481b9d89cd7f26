// Package ok computes sky charts for visitors, each chart once. The computation runs on the context of
// the chart room, which Close ends, and not on a visitor's: others may be waiting for the same
// chart. Each visitor waits under their own.
package ok

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// Chart is a drawn sky.
type Chart struct {
	Place string
	Night string
	PDF   []byte
}

// Draw computes a chart.
type Draw func(ctx context.Context, place, night string) (*Chart, error)

// ErrClosed is returned after Close.
var ErrClosed = errors.New("chart room is closed")

type drawing struct {
	done  chan struct{}
	chart *Chart
	err   error
}

// Room draws charts.
type Room struct {
	ctx   context.Context
	close context.CancelFunc
	draw  Draw
	limit time.Duration
	busy  sync.WaitGroup

	mu     sync.Mutex
	charts map[string]*drawing
}

// NewRoom returns a room that is open until Close.
func NewRoom(draw Draw, limit time.Duration) *Room {
	ctx, cancel := context.WithCancel(context.Background())
	return &Room{ctx: ctx, close: cancel, draw: draw, limit: limit, charts: make(map[string]*drawing)}
}

// Chart returns a chart, or an error when ctx ends first.
func (r *Room) Chart(ctx context.Context, place, night string) (*Chart, error) {
	d, err := r.begin(place, night)
	if err != nil {
		return nil, err
	}
	select {
	case <-d.done:
		return d.chart, d.err
	case <-ctx.Done():
		return nil, fmt.Errorf("chart of %s: %w", place, ctx.Err())
	}
}

func (r *Room) begin(place, night string) (*drawing, error) {
	key := place + "\x00" + night
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ctx.Err() != nil {
		return nil, ErrClosed
	}
	if d, ok := r.charts[key]; ok {
		return d, nil
	}
	d := &drawing{done: make(chan struct{})}
	r.charts[key] = d
	r.busy.Go(func() {
		defer close(d.done)
		ctx, cancel := context.WithTimeout(r.ctx, r.limit)
		defer cancel()
		if d.chart, d.err = r.draw(ctx, place, night); d.err != nil {
			r.mu.Lock()
			defer r.mu.Unlock()
			delete(r.charts, key)
		}
	})
	return d, nil
}

// Close ends all drawings and waits for them.
func (r *Room) Close() {
	r.mu.Lock()
	r.close()
	r.mu.Unlock()
	r.busy.Wait()
}
