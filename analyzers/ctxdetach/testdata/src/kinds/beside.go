package kinds

import (
	"context"
	"errors"
	"time"

	"golang.org/x/sync/errgroup"
)

type pump interface {
	Level(ctx context.Context) (int, error)
	Drain(ctx context.Context) error
}

func empty(ctx context.Context, p pump) error {
	t := time.NewTicker(time.Second)
	defer t.Stop()
	for {
		n, err := p.Level(ctx)
		if err != nil {
			return err
		}
		if n < 0 {
			return errors.New("broken")
		}
		if n == 0 {
			return nil
		}
		select {
		case <-t.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func slowly(ctx context.Context, p pump) error {
	ctx, cancel := context.WithTimeout(ctx, time.Hour)
	defer cancel()
	return empty(ctx, p)
}

// The first failure ends the group's context, and the others wait under the caller's.
func emptyAll(ctx context.Context, pumps []pump) error {
	g, gctx := errgroup.WithContext(ctx)
	for _, p := range pumps {
		g.Go(func() error {
			if err := p.Drain(gctx); err != nil {
				return err
			}
			return empty(ctx, p) // want `empty waits under ctx, from which the group's context was made: when another worker fails, gctx ends and this wait does not, so that Wait goes on; use gctx`
		})
	}
	return g.Wait()
}

func emptySlowly(ctx context.Context, a, b pump) error {
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() error { return a.Drain(gctx) })
	g.Go(func() error {
		return slowly(ctx, b) // want `slowly waits under ctx`
	})
	return g.Wait()
}

func pauseFirst(ctx context.Context, pumps []pump) error {
	g, gctx := errgroup.WithContext(ctx)
	for i, p := range pumps {
		g.Go(func() error {
			select {
			case <-time.After(time.Duration(i) * time.Minute):
			case <-ctx.Done(): // want `the pause waits under ctx`
				return ctx.Err()
			}
			return p.Drain(gctx)
		})
	}
	return g.Wait()
}

func emptyAllRight(ctx context.Context, pumps []pump) error {
	g, gctx := errgroup.WithContext(ctx)
	for _, p := range pumps {
		g.Go(func() error { return slowly(gctx, p) })
	}
	if err := g.Wait(); err != nil {
		return err
	}
	return empty(ctx, pumps[0])
}

func emptyShadowed(ctx context.Context, pumps []pump) error {
	g, ctx := errgroup.WithContext(ctx)
	for _, p := range pumps {
		g.Go(func() error { return empty(ctx, p) })
	}
	return g.Wait()
}

// A single call is brought to its end, whatever becomes of the others.
func drainWhole(ctx context.Context, pumps []pump) error {
	g, gctx := errgroup.WithContext(ctx)
	for _, p := range pumps {
		g.Go(func() error {
			if err := empty(gctx, p); err != nil {
				return err
			}
			return p.Drain(ctx)
		})
	}
	return g.Wait()
}

// One worker has nobody to wait for.
func alone(ctx context.Context, p pump) error {
	g, gctx := errgroup.WithContext(ctx)
	g.Go(func() error { return empty(ctx, p) })
	if err := p.Drain(gctx); err != nil {
		return err
	}
	return g.Wait()
}

// The pause ends with both, and tells them apart.
func both(ctx context.Context, pumps []pump) error {
	g, gctx := errgroup.WithContext(ctx)
	for _, p := range pumps {
		g.Go(func() error {
			for {
				select {
				case <-gctx.Done():
					return nil
				case <-ctx.Done():
					return errors.New("stopped from outside")
				case <-time.After(time.Minute):
					if err := p.Drain(gctx); err != nil {
						return err
					}
				}
			}
		})
	}
	return g.Wait()
}
