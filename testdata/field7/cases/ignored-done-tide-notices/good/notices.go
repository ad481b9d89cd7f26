// Package good tells fishermen when the tide is near.
// The watch ends with the context that Start is given.
package good

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// Subscriber is told of a tide.
type Subscriber func(harbour string, in time.Duration)

// Notices watches the tides of harbours.
type Notices struct {
	ahead time.Duration
	every time.Duration
	log   *slog.Logger

	mu    sync.Mutex
	tides map[string]time.Time
	subs  []Subscriber
}

// New gives notice some time ahead.
func New(ahead, every time.Duration, log *slog.Logger) *Notices {
	return &Notices{ahead: ahead, every: every, log: log, tides: make(map[string]time.Time)}
}

// Set enters the next tide of a harbour.
func (n *Notices) Set(harbour string, at time.Time) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.tides[harbour] = at
}

// Subscribe adds a subscriber; it must not block.
func (n *Notices) Subscribe(s Subscriber) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.subs = append(n.subs, s)
}

// Start watches the tides until ctx ends.
func (n *Notices) Start(ctx context.Context) {
	n.log.InfoContext(ctx, "watching tides", "every", n.every)
	go n.watch(ctx, time.NewTicker(n.every))
}

func (n *Notices) watch(ctx context.Context, t *time.Ticker) {
	defer t.Stop()
	for {
		select {
		case now := <-t.C:
			n.tell(now)
		case <-ctx.Done():
			return
		}
	}
}

// tell gives notice of the tides that are near and forgets them.
func (n *Notices) tell(now time.Time) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for harbour, at := range n.tides {
		left := at.Sub(now)
		if left > n.ahead {
			continue
		}
		for _, s := range n.subs {
			s(harbour, left)
		}
		delete(n.tides, harbour)
	}
}
