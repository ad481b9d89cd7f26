// Package good puts up scaffolds for painters. What went up is taken down again if a later step
// fails, on a context that has not ended with the caller's.
package good

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Yard has parts of scaffolds.
type Yard interface {
	Reserve(ctx context.Context, house string) (lot string, err error)
	Free(ctx context.Context, lot string) error
}

// Crew builds scaffolds.
type Crew interface {
	Raise(ctx context.Context, lot, house string) error
	Fell(ctx context.Context, lot, house string) error
	Secure(ctx context.Context, house string) error
}

// Firm puts up scaffolds.
type Firm struct {
	yard Yard
	crew Crew
	undo time.Duration
}

// NewFirm returns a firm.
func NewFirm(yard Yard, crew Crew) *Firm { return &Firm{yard: yard, crew: crew, undo: time.Minute} }

// Put puts up a scaffold or leaves nothing behind.
func (f *Firm) Put(ctx context.Context, house string) (lot string, retErr error) {
	lot, err := f.yard.Reserve(ctx, house)
	if err != nil {
		return "", fmt.Errorf("reserve parts for %s: %w", house, err)
	}
	defer func() {
		if retErr != nil {
			retErr = errors.Join(retErr, f.undone(ctx, func(ctx context.Context) error {
				return f.yard.Free(ctx, lot)
			}))
		}
	}()
	if err := f.crew.Raise(ctx, lot, house); err != nil {
		return "", fmt.Errorf("raise at %s: %w", house, err)
	}
	defer func() {
		if retErr != nil {
			retErr = errors.Join(retErr, f.undone(ctx, func(ctx context.Context) error {
				return f.crew.Fell(ctx, lot, house)
			}))
		}
	}()
	if err := f.crew.Secure(ctx, house); err != nil {
		return "", fmt.Errorf("secure at %s: %w", house, err)
	}
	return lot, nil
}

// undone runs a step of the clean-up, whatever became of the caller.
func (f *Firm) undone(ctx context.Context, step func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), f.undo)
	defer cancel()
	return step(ctx)
}
