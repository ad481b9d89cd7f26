package more

import (
	"context"
	"fmt"

	"golang.org/x/sync/errgroup"
)

type keys interface {
	Next(ctx context.Context) (int, error)
}

type bells interface {
	Strike(ctx context.Context, n int) error
	Tune(ctx context.Context) error
	Close() error
}

func listen(ctx context.Context, k keys, notes chan<- int) error {
	for {
		n, err := k.Next(ctx)
		if err != nil {
			return err
		}
		select {
		case notes <- n:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func groupLeft(ctx context.Context, k keys, b bells) error {
	group, groupCtx := errgroup.WithContext(ctx)
	notes := make(chan int)
	group.Go(func() error { return listen(groupCtx, k, notes) })
	defer func() {
		_ = group.Wait() // want `this deferred wait hangs after the return at group.go:\d+: the goroutines of group end only by its context, which nothing has ended then but the caller may; make it from a context of groupLeft's own and cancel that first in the deferred function`
	}()
	for {
		select {
		case n := <-notes:
			if err := b.Strike(ctx, n); err != nil {
				return fmt.Errorf("strike %d: %w", n, err)
			}
		case <-groupCtx.Done():
			return group.Wait()
		}
	}
}

func groupStopped(ctx context.Context, k keys, b bells) error {
	ctx, stop := context.WithCancel(ctx)
	group, groupCtx := errgroup.WithContext(ctx)
	notes := make(chan int)
	group.Go(func() error { return listen(groupCtx, k, notes) })
	defer func() {
		stop()
		_ = group.Wait()
	}()
	for {
		select {
		case n := <-notes:
			if err := b.Strike(ctx, n); err != nil {
				return fmt.Errorf("strike %d: %w", n, err)
			}
		case <-groupCtx.Done():
			return group.Wait()
		}
	}
}

// It leaves only when the group's context is over.
func groupOver(ctx context.Context, k keys, b bells) error {
	group, groupCtx := errgroup.WithContext(ctx)
	notes := make(chan int)
	group.Go(func() error { return listen(groupCtx, k, notes) })
	defer func() { _ = group.Wait() }()
	for {
		select {
		case n := <-notes:
			_ = b.Strike(ctx, n)
		case <-groupCtx.Done():
			return groupCtx.Err()
		}
	}
}

// It leaves before anything runs in the group.
func groupEarly(ctx context.Context, k keys, b bells) error {
	group, groupCtx := errgroup.WithContext(ctx)
	defer func() { _ = group.Wait() }()
	if err := b.Tune(ctx); err != nil {
		return err
	}
	group.Go(func() error { return listen(groupCtx, k, make(chan int)) })
	return group.Wait()
}

// What it leaves by makes the goroutine fail as well.
func groupShared(ctx context.Context, b bells, notes chan int, beat <-chan int) error {
	group, groupCtx := errgroup.WithContext(ctx)
	group.Go(func() error {
		for {
			select {
			case <-beat:
				if err := b.Tune(groupCtx); err != nil {
					return err
				}
			case <-groupCtx.Done():
				return groupCtx.Err()
			}
		}
	})
	defer func() { _ = group.Wait() }()
	for n := range notes {
		if err := b.Strike(ctx, n); err != nil {
			return err
		}
	}
	return nil
}

// Another goroutine of the group ends it.
func groupOther(ctx context.Context, k keys, b bells) error {
	group, groupCtx := errgroup.WithContext(ctx)
	notes := make(chan int)
	group.Go(func() error { return listen(groupCtx, k, notes) })
	group.Go(func() error { return b.Tune(groupCtx) })
	defer func() { _ = group.Wait() }()
	for n := range notes {
		if err := b.Strike(ctx, n); err != nil {
			return err
		}
	}
	return nil
}

// A limit in sight ends it.
func groupLimited(parent context.Context, k keys, b bells) error {
	ctx, cancel := context.WithTimeout(parent, 5e9)
	group, groupCtx := errgroup.WithContext(ctx)
	notes := make(chan int)
	group.Go(func() error { return listen(groupCtx, k, notes) })
	defer func() {
		_ = group.Wait()
		cancel()
	}()
	for {
		select {
		case n := <-notes:
			if err := b.Strike(ctx, n); err != nil {
				return err
			}
		case <-groupCtx.Done():
			return group.Wait()
		}
	}
}
