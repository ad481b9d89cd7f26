// Package ok flies a stage set for a show and brings it down again. It is right although the
// deferred function replaces the context by one that no longer ends with the show: the set must
// come down above all when the show is called off. The new context has a limit of its own.
package ok

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Winch moves one piece of the set.
type Winch interface {
	Raise(ctx context.Context, piece string) error
	Lower(ctx context.Context, piece string) error
}

// Show runs while the set is up.
type Show func(ctx context.Context) error

// Rigging moves sets.
type Rigging struct {
	winch      Winch
	lowerLimit time.Duration // for the whole set
}

// With raises the pieces, runs the show and lowers what was raised.
func (r *Rigging) With(ctx context.Context, pieces []string, show Show) (err error) {
	var raised []string
	defer func() {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(context.WithoutCancel(ctx), r.lowerLimit)
		defer cancel()
		for i := len(raised) - 1; i >= 0; i-- {
			if lowerErr := r.winch.Lower(ctx, raised[i]); lowerErr != nil {
				err = errors.Join(err, fmt.Errorf("lower %s: %w", raised[i], lowerErr))
			}
		}
	}()
	for _, piece := range pieces {
		// A piece whose winch failed may hang half-way: it is lowered as well.
		raised = append(raised, piece)
		if err := r.winch.Raise(ctx, piece); err != nil {
			return fmt.Errorf("raise %s: %w", piece, err)
		}
	}
	if err := show(ctx); err != nil {
		return fmt.Errorf("show: %w", err)
	}
	return nil
}
