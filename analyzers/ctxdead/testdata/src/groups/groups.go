// Package groups has contexts of groups, after Wait and before.
package groups

import (
	"context"

	"golang.org/x/sync/errgroup"
)

type Store interface {
	Save(ctx context.Context, row string) error
	Commit(ctx context.Context) error
	Abort(ctx context.Context) error
}

func after(ctx context.Context, s Store, rows []string) error {
	g, gctx := errgroup.WithContext(ctx)
	for _, r := range rows {
		g.Go(func() error { return s.Save(gctx, r) })
	}
	if err := g.Wait(); err != nil {
		return err
	}
	return s.Save(gctx, "end") // want `Store.Save fails at once here: its context gctx ended when the group's Wait returned`
}

// The second group is in the same variable.
func second(ctx context.Context, s Store, rows []string) error {
	g, one := errgroup.WithContext(ctx)
	for _, r := range rows {
		g.Go(func() error { return s.Save(one, r) })
	}
	if err := g.Wait(); err != nil {
		return err
	}
	g, two := errgroup.WithContext(ctx)
	if err := s.Save(two, "begin"); err != nil {
		return err
	}
	g.Go(func() error { return s.Save(two, "end") })
	return g.Wait()
}

func undone(ctx context.Context, s Store) (err error) {
	defer func() {
		if err != nil {
			s.Abort(ctx) // want `Store.Abort cleans up after a failure`
		}
	}()
	return s.Save(ctx, "x")
}

func kept(ctx context.Context, s Store) (err error) {
	defer func() {
		if err != nil {
			s.Commit(ctx)
		}
	}()
	return s.Save(ctx, "x")
}
