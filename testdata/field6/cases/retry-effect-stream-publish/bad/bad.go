// Package bad publishes the events of a parking garage to a JetStream stream.
package bad

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Event is an entry or exit of a car; the billing service counts them.
type Event struct {
	ID    string    `json:"id"`
	Gate  string    `json:"gate"`
	Plate string    `json:"plate"`
	Kind  string    `json:"kind"`
	At    time.Time `json:"at"`
}

// Publisher writes events to the stream.
type Publisher struct {
	js     jetstream.JetStream
	events chan Event
	log    *slog.Logger
}

// NewPublisher makes sure that the stream is there.
func NewPublisher(ctx context.Context, js jetstream.JetStream, log *slog.Logger) (*Publisher, error) {
	_, err := js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name:       "GARAGE",
		Subjects:   []string{"garage.>"},
		Duplicates: 5 * time.Minute,
	})
	if err != nil {
		return nil, fmt.Errorf("stream: %w", err)
	}
	return &Publisher{js: js, events: make(chan Event, 256), log: log}, nil
}

// Add takes an event in.
func (p *Publisher) Add(ctx context.Context, ev Event) error {
	select {
	case p.events <- ev:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Run publishes events with a few workers until ctx ends.
func (p *Publisher) Run(ctx context.Context, workers int) {
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() { p.work(ctx) })
	}
	wg.Wait()
}

func (p *Publisher) work(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case ev := <-p.events:
			if err := p.publish(ctx, ev); err != nil {
				p.log.Error("event not stored", "event", ev, "err", err)
			}
		}
	}
}

func (p *Publisher) publish(ctx context.Context, ev Event) error {
	data, err := json.Marshal(ev)
	if err != nil {
		return err
	}
	for n := 1; ; n++ { // OR retry-effect
		ackCtx, cancel := context.WithTimeout(ctx, 2*time.Second)
		_, err := p.js.Publish(ackCtx, "garage."+ev.Gate+"."+ev.Kind, data) // EXPECT retry-effect
		cancel()
		if err == nil || n == 5 || ctx.Err() != nil {
			return err
		}
		p.log.Warn("event not acknowledged", "event", ev.ID, "try", n, "err", err)
		select {
		case <-ctx.Done():
			return errors.Join(err, ctx.Err())
		case <-time.After(100*time.Millisecond<<n + rand.N(100*time.Millisecond)):
		}
	}
}
