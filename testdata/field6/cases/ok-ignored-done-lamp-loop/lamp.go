// Package ok drives a signal lamp from the messages of a building's event bus.
package ok

import (
	"context"
	"log/slog"
	"time"
)

// Event says that something in the building needs attention.
type Event struct {
	Room   string
	Urgent bool
}

// Lamp can be switched.
type Lamp interface {
	Set(ctx context.Context, on bool) error
}

// Blinker lets the lamp blink while there are urgent events.
type Blinker struct {
	lamp   Lamp
	events <-chan Event
	hold   time.Duration
	log    *slog.Logger
}

// NewBlinker returns a blinker that goes on for hold after the last urgent event. The bus never
// closes the channel of events.
func NewBlinker(lamp Lamp, events <-chan Event, hold time.Duration, log *slog.Logger) *Blinker {
	return &Blinker{lamp: lamp, events: events, hold: hold, log: log}
}

// Run blinks until ctx is done and leaves the lamp off.
func (b *Blinker) Run(ctx context.Context) error {
	tick := time.NewTicker(500 * time.Millisecond)
	defer tick.Stop()

	var until time.Time
	on := false
	for ctx.Err() == nil {
		select {
		case e := <-b.events:
			if e.Urgent {
				until = time.Now().Add(b.hold)
			}
		case now := <-tick.C:
			want := !on && now.Before(until)
			if want == on {
				break
			}
			if err := b.lamp.Set(ctx, want); err != nil {
				b.log.Warn("lamp", "err", err)
				break
			}
			on = want
		case <-ctx.Done():
			break
		}
	}
	off, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
	defer cancel()
	if err := b.lamp.Set(off, false); err != nil {
		b.log.Warn("lamp stays on", "err", err)
	}
	return ctx.Err()
}
