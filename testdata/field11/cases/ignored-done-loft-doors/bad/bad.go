// Package bad opens the doors of a pigeon loft. The goroutine that turns a motor hands its
// result over an unbuffered channel. When the context ends first nobody receives any more:
// the motor stops, but the goroutine stays at its send for ever, one for each stuck door.
package bad

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"
)

// Motor moves one door. Turn blocks until the door has reached the angle or Halt is called.
type Motor interface {
	Turn(degrees int) error
	Halt() error
}

// Loft has a motor for each door.
type Loft struct {
	motors   map[string]Motor
	patience time.Duration
	log      *slog.Logger
}

// ErrNoDoor says that the loft has no such door.
var ErrNoDoor = errors.New("no such door")

// Open turns a door to the open position, or halts it when that takes too long.
func (l *Loft) Open(ctx context.Context, door string) error {
	return l.turn(ctx, door, 90)
}

// Close turns a door to the closed position, or halts it when that takes too long.
func (l *Loft) Close(ctx context.Context, door string) error {
	return l.turn(ctx, door, 0)
}

func (l *Loft) turn(ctx context.Context, door string, degrees int) error {
	motor, ok := l.motors[door]
	if !ok {
		return fmt.Errorf("door %s: %w", door, ErrNoDoor)
	}
	ctx, cancel := context.WithTimeout(ctx, l.patience)
	defer cancel()

	turned := make(chan error)                    // OR ignored-done
	go func() { turned <- motor.Turn(degrees) }() // EXPECT ignored-done

	select {
	case err := <-turned:
		if err != nil {
			return fmt.Errorf("door %s: %w", door, err)
		}
		l.log.InfoContext(ctx, "door turned", "door", door, "degrees", degrees)
		return nil
	case <-ctx.Done(): // OR ignored-done
		return fmt.Errorf("door %s: %w", door, errors.Join(ctx.Err(), motor.Halt())) // OR ignored-done
	}
}
