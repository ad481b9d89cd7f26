// Package ok runs the parts of a night watch until it is over. Each part returns nil when its
// context ends, because that is how a watch is meant to end; the group only wants to know
// which part failed on its own account.
package ok

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"golang.org/x/sync/errgroup"
)

// Part is something that goes on for the whole watch. Run returns nil after ctx has ended.
type Part interface {
	Run(ctx context.Context) error
}

// Alarm is raised by a part.
type Alarm struct {
	Room string
	At   time.Time
}

// Patrol walks through rooms.
type Patrol struct {
	Rooms []string
	Pace  time.Duration
	Look  func(ctx context.Context, room string) (bool, error)
	Out   chan<- Alarm
}

// Run implements Part.
func (p *Patrol) Run(ctx context.Context) error {
	step := time.NewTicker(p.Pace)
	defer step.Stop()
	for n := 0; ; n++ {
		select {
		case <-ctx.Done():
			return nil
		case now := <-step.C:
			room := p.Rooms[n%len(p.Rooms)]
			quiet, err := p.Look(ctx, room)
			if ctx.Err() != nil {
				return nil
			}
			if err != nil {
				return fmt.Errorf("look into %s: %w", room, err)
			}
			if quiet {
				continue
			}
			select {
			case p.Out <- Alarm{room, now}:
			case <-ctx.Done():
				return nil
			}
		}
	}
}

// Desk writes alarms down.
type Desk struct {
	In  <-chan Alarm
	Log *slog.Logger
}

// Run implements Part.
func (d *Desk) Run(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case a, open := <-d.In:
			if !open {
				return errors.New("alarms have ended")
			}
			d.Log.WarnContext(ctx, "alarm", "room", a.Room, "at", a.At)
		}
	}
}

// Watch runs all parts until ctx ends or one of them fails.
func Watch(ctx context.Context, parts ...Part) error {
	group, ctx := errgroup.WithContext(ctx)
	for _, p := range parts {
		group.Go(func() error {
			err := p.Run(ctx)
			if errors.Is(err, context.Canceled) && ctx.Err() != nil {
				return nil
			}
			return err
		})
	}
	return group.Wait()
}
