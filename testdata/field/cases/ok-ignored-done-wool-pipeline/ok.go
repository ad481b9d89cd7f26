// Package ok turns wool into yarn in stages. Each stage closes its output when it is done or when the
// context has ended, so the next one may range over it; whether the end was an end is said by
// the group.
package ok

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"golang.org/x/sync/errgroup"
)

// Fleece is the wool of one sheep.
type Fleece struct {
	Sheep string
	Grams int
	Dirty bool
}

// Yarn is a ball of yarn.
type Yarn struct {
	From   string
	Metres int
}

var errThin = errors.New("fleece is too thin")

// stage runs fn over in with n workers and sends what it returns.
func stage[In, Out any](ctx context.Context, group *errgroup.Group, n int, in <-chan In, fn func(context.Context, In) (Out, error)) <-chan Out {
	out := make(chan Out)
	workers, ctx := errgroup.WithContext(ctx)
	for range n {
		workers.Go(func() error {
			for v := range in {
				o, err := fn(ctx, v)
				if err != nil {
					return err
				}
				select {
				case out <- o:
				case <-ctx.Done():
					return ctx.Err()
				}
			}
			return nil
		})
	}
	group.Go(func() error {
		defer close(out)
		return workers.Wait()
	})
	return out
}

// Spin turns fleeces into yarn.
func Spin(ctx context.Context, fleeces []Fleece, wash func(context.Context, Fleece) (Fleece, error)) ([]Yarn, error) {
	group, ctx := errgroup.WithContext(ctx)
	raw := make(chan Fleece)
	group.Go(func() error {
		defer close(raw)
		for _, f := range fleeces {
			select {
			case raw <- f:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	})
	washed := stage(ctx, group, 2, raw, wash)
	spun := stage(ctx, group, 4, washed, spinOne)

	var all []Yarn
	for y := range spun {
		all = append(all, y)
	}
	if err := group.Wait(); err != nil {
		return nil, fmt.Errorf("spin: %w", err)
	}
	return all, nil
}

func spinOne(_ context.Context, f Fleece) (Yarn, error) {
	if f.Grams < 200 {
		return Yarn{}, fmt.Errorf("%s: %w", strings.ToLower(f.Sheep), errThin)
	}
	return Yarn{From: f.Sheep, Metres: f.Grams * 2}, nil
}
