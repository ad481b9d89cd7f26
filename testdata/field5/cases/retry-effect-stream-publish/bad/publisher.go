// Package bad hands domain events to JetStream in the background.
package bad

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

const (
	maxTries  = 5
	ackWithin = 3 * time.Second
)

// Event is something that happened to a parcel.
type Event struct {
	ID     string         `json:"id"`
	Parcel string         `json:"parcel"`
	Kind   string         `json:"kind"`
	Data   map[string]any `json:"data,omitempty"`
}

type item struct {
	id      string
	subject string
	data    []byte
	tries   int
}

// Publisher sends events from a queue.
type Publisher struct {
	js     jetstream.JetStream
	prefix string
	queue  chan item
	log    *slog.Logger
}

// NewPublisher sends below prefix.
func NewPublisher(js jetstream.JetStream, prefix string, log *slog.Logger) *Publisher {
	return &Publisher{js: js, prefix: prefix, queue: make(chan item, 256), log: log}
}

// Enqueue hands over an event. Events that wait when Run ends are dropped.
func (p *Publisher) Enqueue(ctx context.Context, ev Event) error {
	data, err := json.Marshal(ev)
	if err != nil {
		return fmt.Errorf("encode event: %w", err)
	}
	return p.push(ctx, item{id: ev.ID, subject: p.prefix + "." + ev.Kind, data: data})
}

// Run sends what is in the queue until ctx ends.
func (p *Publisher) Run(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case it := <-p.queue:
			err := p.send(ctx, it)
			if err == nil || ctx.Err() != nil {
				continue
			}
			if it.tries++; it.tries == maxTries || !unconfirmed(err) {
				p.log.Error("event dropped", "event", it.id, "tries", it.tries, "err", err)
				continue
			}
			d := 200 * time.Millisecond << it.tries
			p.log.Warn("event not confirmed", "event", it.id, "again_in", d, "err", err)
			time.AfterFunc(d+rand.N(d), func() { _ = p.push(ctx, it) }) // OR retry-effect
		}
	}
}

func (p *Publisher) push(ctx context.Context, it item) error {
	select {
	case p.queue <- it:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (p *Publisher) send(ctx context.Context, it item) error {
	ctx, cancel := context.WithTimeout(ctx, ackWithin)
	defer cancel()
	_, err := p.js.Publish(ctx, it.subject, it.data, jetstream.WithRetryAttempts(0)) // EXPECT retry-effect
	return err
}

func unconfirmed(err error) bool {
	return errors.Is(err, context.DeadlineExceeded) || // OR retry-effect
		errors.Is(err, nats.ErrTimeout) || errors.Is(err, jetstream.ErrNoStreamResponse)
}
