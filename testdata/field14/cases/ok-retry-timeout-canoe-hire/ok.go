// Package ok asks a boathouse for free canoes. The context is made anew with a timeout in each
// round of the loop under the same name, which looks as if the timeouts piled up; but the new
// name ends with the round, and every round derives from the context of the whole question.
package ok

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"
)

const (
	rounds     = 3
	roundLimit = 4 * time.Second
	total      = 20 * time.Second
)

// ErrClosed says that the boathouse is closed.
var ErrClosed = errors.New("boathouse is closed")

// Boathouse hires canoes out.
type Boathouse interface {
	Free(ctx context.Context, day time.Time) ([]string, error)
}

// Desk answers guests.
type Desk struct {
	house Boathouse
}

// Free returns the canoes that are free on a day.
func (d *Desk) Free(ctx context.Context, day time.Time) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, total)
	defer cancel()

	for n := 1; ; n++ {
		free, err := func() ([]string, error) {
			ctx, cancel := context.WithTimeout(ctx, roundLimit)
			defer cancel()
			return d.house.Free(ctx, day)
		}()
		switch {
		case err == nil:
			return free, nil
		case errors.Is(err, ErrClosed), ctx.Err() != nil, n == rounds:
			return nil, fmt.Errorf("free canoes, %d rounds: %w", n, err)
		}
		if err := rest(ctx, n); err != nil {
			return nil, err
		}
	}
}

func rest(ctx context.Context, n int) error {
	d := 250 * time.Millisecond << n
	t := time.NewTimer(d + rand.N(d))
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
