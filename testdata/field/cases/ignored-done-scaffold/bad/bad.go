// Package bad puts up scaffolds for painters. What went up is taken down again if a later step
// fails, in a defer and under the caller's context. If the step failed because that context
// ended, so do all the clean-up calls, and the scaffold blocks the street for days.
package bad

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
			retErr = errors.Join(retErr, f.yard.Free(ctx, lot)) // EXPECT ignored-done
		}
	}()
	if err := f.crew.Raise(ctx, lot, house); err != nil {
		return "", fmt.Errorf("raise at %s: %w", house, err)
	}
	defer func() {
		if retErr != nil {
			if err := f.crew.Fell(ctx, lot, house); err != nil { // OR ignored-done
				retErr = errors.Join(retErr, fmt.Errorf("take down at %s: %w", house, err))
			}
		}
	}()
	if err := f.crew.Secure(ctx, house); err != nil {
		return "", fmt.Errorf("secure at %s: %w", house, err)
	}
	return lot, nil
}
