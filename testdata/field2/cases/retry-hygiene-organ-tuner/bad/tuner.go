// Package bad tunes the pipes of an organ through a controller that is often busy.
// After the last failed attempt the helper still waits the longest of its pauses, for nothing.
package bad

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"
)

// Retry runs an action several times.
type Retry struct {
	attempts int
	delay    time.Duration
}

// NewRetry checks its arguments.
func NewRetry(attempts int, delay time.Duration) (*Retry, error) {
	if attempts < 2 || delay <= 0 {
		return nil, errors.New("retry needs two attempts and a delay")
	}
	return &Retry{attempts: attempts, delay: delay}, nil
}

// Execute runs the action until it succeeds or no attempt is left.
func (r *Retry) Execute(ctx context.Context, act func(context.Context) error) error {
	var err error
	for i := 0; i < r.attempts; i++ { // OR retry-hygiene
		if err = act(ctx); err == nil {
			return nil
		}
		d := min(r.delay<<min(i, 6), time.Minute)
		timer := time.NewTimer(d - rand.N(d/4+1)) // OR retry-hygiene
		select {                                  // EXPECT retry-hygiene
		case <-ctx.Done(): // OR retry-hygiene
			timer.Stop()
			return errors.Join(ctx.Err(), err)
		case <-timer.C: // OR retry-hygiene
		}
	}
	return fmt.Errorf("gave up after %d attempts: %w", r.attempts, err)
}

// Pipes sets the pitch of pipes; setting it twice does no harm.
type Pipes interface {
	SetPitch(ctx context.Context, pipe int, hertz float64) error
}

// Tuner tunes.
type Tuner struct {
	pipes Pipes
	retry *Retry
}

// Tune sets a pipe's pitch.
func (t *Tuner) Tune(ctx context.Context, pipe int, hertz float64) error {
	return t.retry.Execute(ctx, func(ctx context.Context) error {
		ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
		defer cancel()
		return t.pipes.SetPitch(ctx, pipe, hertz)
	})
}
