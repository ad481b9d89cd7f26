// Package bad delivers audit events to a collector with a few workers. Stop lets them finish
// what is queued.
package bad

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"
)

const sendLimit = 20 * time.Second

// ErrStopped is returned by Offer after Stop.
var ErrStopped = errors.New("delivery has been stopped")

// Event is one line of the audit trail.
type Event struct {
	Actor  string
	Action string
	At     time.Time
}

// Collector takes events.
type Collector interface {
	Send(ctx context.Context, e Event) error
}

// Delivery owns the workers.
type Delivery struct {
	collector Collector
	log       *slog.Logger

	base  context.Context
	abort context.CancelFunc
	wg    sync.WaitGroup

	mu     sync.Mutex
	closed bool
	queue  chan Event
}

// Start starts n workers.
func Start(collector Collector, n, room int, log *slog.Logger) *Delivery {
	d := &Delivery{collector: collector, log: log, queue: make(chan Event, room)}
	d.base, d.abort = context.WithCancel(context.Background())
	for range n {
		d.wg.Go(d.work)
	}
	return d
}

func (d *Delivery) work() {
	for e := range d.queue {
		ctx, cancel := context.WithTimeout(d.base, sendLimit)
		if err := d.collector.Send(ctx, e); err != nil {
			d.log.Error("audit event lost", "actor", e.Actor, "action", e.Action, "err", err)
		}
		cancel()
	}
}

// Offer queues an event and reports whether there was room.
func (d *Delivery) Offer(e Event) (bool, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return false, ErrStopped
	}
	select {
	case d.queue <- e:
		return true, nil
	default:
		return false, nil
	}
}

// Stop takes no more events and returns when the queue is empty or ctx ends.
func (d *Delivery) Stop(ctx context.Context) error {
	d.mu.Lock()
	if !d.closed {
		d.closed = true
		close(d.queue)
	}
	d.mu.Unlock()
	d.log.InfoContext(ctx, "audit delivery drains", "queued", len(d.queue))

	defer d.abort()
	d.wg.Wait() // EXPECT ignored-done
	return ctx.Err()
}
