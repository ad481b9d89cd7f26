package more

import (
	"context"
	"errors"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
)

type bakery struct {
	bake func(ctx context.Context, loaf string) error
}

func (b *bakery) keepWarm(ctx context.Context) error {
	t := time.NewTicker(time.Minute)
	defer t.Stop()
	for {
		select {
		case <-t.C:
			_ = b.bake(ctx, "ember")
		case <-ctx.Done():
			return nil
		}
	}
}

// The wait stands among the arguments of what joins errors.
func (b *bakery) morning(ctx context.Context, loaves []string) (err error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var g errgroup.Group
	g.Go(func() error { return b.keepWarm(ctx) })
	defer func() { err = errors.Join(err, g.Wait()) }() // want `this wait comes before the stop\(\) deferred at`
	for _, l := range loaves {
		if err := b.bake(ctx, l); err != nil {
			return err
		}
	}
	return nil
}

// A cancel function that takes a cause, and one that a literal calls.
func (b *bakery) noon(ctx context.Context, loaf string) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = b.keepWarm(ctx)
	}()
	defer func() { <-done }() // want `this wait comes before the cancel\(\) deferred at`
	return b.bake(ctx, loaf)
}

func (b *bakery) evening(ctx context.Context, loaf string) error {
	ctx, cancel := context.WithCancel(ctx)
	defer func() { cancel() }()
	var wg sync.WaitGroup
	wg.Go(func() { _ = b.keepWarm(ctx) })
	defer wg.Wait() // want `this wait comes before the cancel\(\) deferred at`
	return b.bake(ctx, loaf)
}

// Cancelled first, in the same deferred function or in one that runs before.
func (b *bakery) night(ctx context.Context, loaf string) (err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	var g errgroup.Group
	g.Go(func() error { return b.keepWarm(ctx) })
	defer func() {
		cancel(err)
		err = errors.Join(err, g.Wait())
	}()
	return b.bake(ctx, loaf)
}

func (b *bakery) feast(ctx context.Context, loaf string) error {
	var wg sync.WaitGroup
	defer wg.Wait()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	wg.Go(func() { _ = b.keepWarm(ctx) })
	return b.bake(ctx, loaf)
}

// Each call of a function that is done some time leaves a goroutine behind.
func (b *bakery) order(ctx context.Context, loaf string) error {
	go func() { // want `the goroutine never ends: it goes round until its context is over, which begins here and has no cancel function`
		warm := context.Background()
		t := time.NewTicker(time.Minute)
		defer t.Stop()
		for {
			select {
			case <-t.C:
				_ = b.bake(warm, "ember")
			case <-warm.Done():
				return
			}
		}
	}()
	return b.bake(ctx, loaf)
}

// It is there to start what lives on.
func (b *bakery) StartOvens(ctx context.Context, loaf string) error {
	go func() { _ = b.keepWarm(context.Background()) }()
	return b.bake(ctx, loaf)
}

// Once for all who come.
func (b *bakery) once(ctx context.Context, first *sync.Once, loaf string) error {
	first.Do(func() {
		go func() { _ = b.keepWarm(context.Background()) }()
	})
	return b.bake(ctx, loaf)
}
