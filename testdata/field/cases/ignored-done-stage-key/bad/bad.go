// Package bad lets one troupe at a time onto a stage, by a key that a remote porter keeps. The key
// is given back in a defer, under the context of the rehearsal. A rehearsal that ran over its
// time cannot give it back, and the stage stays locked until somebody notices.
package bad

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Porter keeps keys.
type Porter interface {
	Lend(ctx context.Context, stage, troupe string) (key string, err error)
	TakeBack(ctx context.Context, stage, key string) error
}

// Scene is a part of a play.
type Scene struct {
	Title string
	Play  func(ctx context.Context) error
}

// Theatre has stages.
type Theatre struct {
	porter   Porter
	longest  time.Duration
	returned time.Duration
}

// New returns a theatre in which a rehearsal takes at most longest.
func New(porter Porter, longest time.Duration) *Theatre {
	return &Theatre{porter: porter, longest: longest, returned: 5 * time.Second}
}

// Rehearse plays the scenes on a stage that the troupe has for itself.
func (t *Theatre) Rehearse(ctx context.Context, stage, troupe string, scenes []Scene) (err error) {
	ctx, cancel := context.WithTimeout(ctx, t.longest)
	defer cancel()

	key, err := t.porter.Lend(ctx, stage, troupe)
	if err != nil {
		return fmt.Errorf("key of %s for %s: %w", stage, troupe, err)
	}
	defer func() {
		if back := t.porter.TakeBack(ctx, stage, key); back != nil { // EXPECT ignored-done
			err = errors.Join(err, fmt.Errorf("give back key of %s: %w", stage, back))
		}
	}()

	for _, s := range scenes {
		if err := s.Play(ctx); err != nil {
			return fmt.Errorf("scene %q: %w", s.Title, err)
		}
	}
	return nil
}
