// Package ok sends drones and counts them back in. When the context ends it sends no
// more, but it stays in the loop until those in the air are home: each of them obeys
// the context, so this is soon. That is no loop that ignores Done.
package ok

import (
	"context"
	"fmt"
	"log/slog"
)

// Trip is one errand.
type Trip struct{ Field string }

// Drone flies errands; a flight ends with its context.
type Drone interface {
	Fly(ctx context.Context, t Trip) error
}

// Base sends drones.
type Base struct {
	drone Drone
	max   int
	log   *slog.Logger
}

// Operate flies the trips until ctx ends.
func (b *Base) Operate(ctx context.Context, trips <-chan Trip) error {
	home := make(chan error)
	stop := ctx.Done()
	next := trips
	var inAir, failed int
	for next != nil || inAir > 0 {
		take := next
		if inAir >= b.max {
			take = nil
		}
		select {
		case <-stop:
			b.log.InfoContext(ctx, "no more trips", "in_air", inAir)
			stop, next = nil, nil
		case t, ok := <-take:
			if !ok {
				next = nil
				continue
			}
			inAir++
			go func() { home <- b.drone.Fly(ctx, t) }()
		case err := <-home:
			inAir--
			if err != nil {
				failed++
			}
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if failed > 0 {
		return fmt.Errorf("%d trips failed", failed)
	}
	return nil
}
