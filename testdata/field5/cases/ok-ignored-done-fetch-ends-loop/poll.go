// Package badges listens to door events and keeps a list of who is in the building.
package badges

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"sync"

	"github.com/twmb/franz-go/pkg/kgo"
)

// Swipe is one use of a badge.
type Swipe struct {
	Badge string `json:"badge"`
	In    bool   `json:"in"`
}

// Presence is the list.
type Presence struct {
	client *kgo.Client
	log    *slog.Logger

	mu     sync.RWMutex
	inside map[string]bool
}

// NewPresence returns a list that is filled from client.
func NewPresence(client *kgo.Client, log *slog.Logger) *Presence {
	return &Presence{client: client, log: log, inside: make(map[string]bool)}
}

// Run applies swipes until ctx ends or the client is closed.
func (p *Presence) Run(ctx context.Context) error {
	for {
		fetches := p.client.PollFetches(ctx)
		if err := fetches.Err0(); err != nil {
			return fmt.Errorf("poll: %w", err)
		}
		fetches.EachError(func(topic string, partition int32, err error) {
			p.log.ErrorContext(ctx, "partition", "topic", topic, "partition", partition, "err", err)
		})
		fetches.EachRecord(func(r *kgo.Record) {
			var s Swipe
			if err := json.Unmarshal(r.Value, &s); err != nil {
				p.log.WarnContext(ctx, "skip unreadable swipe", "offset", r.Offset, "err", err)
				return
			}
			p.apply(s)
		})
	}
}

func (p *Presence) apply(s Swipe) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if s.In {
		p.inside[s.Badge] = true
		return
	}
	delete(p.inside, s.Badge)
}

// Inside tells whether the badge's owner is in the building.
func (p *Presence) Inside(badge string) bool {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return p.inside[badge]
}
