// Package bad empties the rooms of a clinic before they are painted.
// The error that asks for another try is compared with a fresh pointer of its type. No pointer is
// equal to another, so a patient who is still asleep ends the whole plan.
package bad

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"
)

// LaterError says that the same step may work later.
type LaterError struct{ Reason string }

func (e *LaterError) Error() string { return "later: " + e.Reason }

// StepError says which step has failed.
type StepError struct {
	Step string
	Err  error
}

func (e *StepError) Error() string { return e.Step + ": " + e.Err.Error() }

// Unwrap returns the cause.
func (e *StepError) Unwrap() error { return e.Err }

// Step is a part of a plan that may be run again.
type Step struct {
	Name string
	Run  func(ctx context.Context, room string) error
}

// Plan is run room by room.
type Plan struct {
	Steps []Step
	Tries int
	Rest  time.Duration
}

// Apply runs all steps for a room.
func (p *Plan) Apply(ctx context.Context, room string) error {
	for _, s := range p.Steps {
		if err := p.apply(ctx, s, room); err != nil {
			return &StepError{s.Name, err}
		}
	}
	return nil
}

func (p *Plan) apply(ctx context.Context, s Step, room string) error {
	for n := 1; ; n++ { // OR retry-hygiene
		err := run(ctx, s, room)
		if err == nil {
			return nil
		}
		if !errors.Is(err, &LaterError{}) || n == p.Tries { // EXPECT retry-hygiene
			return err
		}
		t := time.NewTimer(p.Rest/2 + rand.N(p.Rest))
		select {
		case <-ctx.Done():
			t.Stop()
			return errors.Join(ctx.Err(), err)
		case <-t.C:
		}
	}
}

func run(ctx context.Context, s Step, room string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	return s.Run(ctx, room)
}
