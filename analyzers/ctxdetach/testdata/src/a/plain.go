package a

import (
	"context"
	"errors"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"
)

type plainRadio interface {
	Receive(ctx context.Context) (int, error)
}
type plainBoard interface {
	Show(ctx context.Context, n int) error
}
type plainT struct {
	r     plainRadio
	b     plainBoard
	every time.Duration
}

func (t *plainT) receive(ctx context.Context) error {
	for {
		if _, err := t.r.Receive(ctx); err != nil {
			return fmt.Errorf("x: %w", err)
		}
	}
}

func (t *plainT) show(ctx context.Context) error {
	tick := time.NewTicker(t.every)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			if err := t.b.Show(ctx, 1); err != nil {
				println(err)
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (t *plainT) A(ctx context.Context) error {
	var g errgroup.Group
	g.Go(func() error { return t.receive(ctx) })
	g.Go(func() error { return t.show(ctx) }) // want `nothing ends this worker when the one at plain.go:\d+ fails`
	return g.Wait()
}

func (t *plainT) B(ctx context.Context) error {
	g := new(errgroup.Group)
	g.Go(func() error { // want `nothing ends this worker when the one at plain.go:\d+ fails`
		for {
			select {
			case <-time.After(time.Second):
				println("x")
			case <-ctx.Done():
				return nil
			}
		}
	})
	g.Go(func() error {
		v, err := t.r.Receive(ctx)
		if err != nil {
			return err
		}
		return t.b.Show(ctx, v)
	})
	if err := g.Wait(); err != nil {
		return fmt.Errorf("b: %w", err)
	}
	return nil
}

func (t *plainT) C(ctx context.Context, ids []int) error {
	g := &errgroup.Group{}
	g.Go(func() error { // want `nothing ends this worker when the one at plain.go:\d+ fails`
		<-ctx.Done()
		return nil
	})
	for _, id := range ids {
		g.Go(func() error { return t.b.Show(ctx, id) })
	}
	return g.Wait()
}

func (t *plainT) D(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var g errgroup.Group
	g.Go(func() error { // want `nothing ends this worker when the one at plain.go:\d+ fails`
		if err := t.show(ctx); !errors.Is(err, context.Canceled) {
			return err
		}
		return nil
	})
	g.Go(func() error { return t.receive(ctx) })
	return g.Wait()
}

func plainLoop(ctx context.Context, every time.Duration, do func(context.Context)) error {
	for ctx.Err() == nil {
		do(ctx)
		select {
		case <-time.After(every):
		case <-ctx.Done():
		}
	}
	return nil
}

func (t *plainT) E(ctx context.Context) error {
	var g errgroup.Group
	g.Go(func() error { return plainLoop(ctx, t.every, func(ctx context.Context) { println("x") }) }) // want `nothing ends this worker when the one at plain.go:\d+ fails`
	g.Go(func() error { return t.receive(ctx) })
	return g.Wait()
}

// Another worker ends them, the group does, or they come to an end.

func (t *plainT) okCancel(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var g errgroup.Group
	g.Go(func() error { defer cancel(); return t.receive(ctx) })
	g.Go(func() error { return t.show(ctx) })
	return g.Wait()
}

func (t *plainT) okCtx(ctx context.Context) error {
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return t.receive(ctx) })
	g.Go(func() error { return t.show(ctx) })
	return g.Wait()
}

func (t *plainT) okFinite(ctx context.Context) error {
	var g errgroup.Group
	g.Go(func() error { return t.b.Show(ctx, 1) })
	g.Go(func() error { return t.b.Show(ctx, 2) })
	return g.Wait()
}

func (t *plainT) okBothEndless(ctx context.Context) error {
	var g errgroup.Group
	g.Go(func() error { return t.show(ctx) })
	g.Go(func() error { return t.show(ctx) })
	return g.Wait()
}

func (t *plainT) okStop(ctx context.Context) error {
	stop := make(chan struct{})
	var g errgroup.Group
	g.Go(func() error { defer close(stop); return t.receive(ctx) })
	g.Go(func() error {
		for {
			select {
			case <-stop:
				return nil
			case <-ctx.Done():
				return nil
			}
		}
	})
	return g.Wait()
}
