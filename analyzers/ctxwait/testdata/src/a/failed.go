package a

import (
	"context"
	"time"
)

// A failure ends a context that the select does not look at.
func warmUp(ctx context.Context, warm func(context.Context) error) error {
	warmCtx, fail := context.WithCancelCause(ctx)
	defer fail(nil)
	ready := make(chan struct{})
	go func() {
		if err := warm(warmCtx); err != nil {
			fail(err)
			return
		}
		close(ready)
	}()
	select {
	case <-ready:
		return nil
	case <-ctx.Done(): // want `when the goroutine fails it only cancels, at failed.go:\d+, the context made from ctx at failed.go:\d+: ready comes no more then, and ctx does not end by it; wait for the Done of the context that is cancelled`
		return ctx.Err()
	}
}

func warmUpElse(ctx context.Context, warm func(context.Context) (int, error)) (int, error) {
	warmCtx, cancel := context.WithCancel(ctx)
	defer cancel()
	heat := make(chan int, 1)
	go func() {
		n, err := warm(warmCtx)
		if err != nil {
			cancel()
		} else {
			heat <- n
		}
	}()
	select {
	case <-ctx.Done(): // want `when the goroutine fails it only cancels`
		return 0, ctx.Err()
	case n := <-heat:
		return n, nil
	}
}

func warmUpRight(ctx context.Context, warm func(context.Context) error) error {
	warmCtx, fail := context.WithCancelCause(ctx)
	defer fail(nil)
	ready := make(chan struct{})
	go func() {
		if err := warm(warmCtx); err != nil {
			fail(err)
			return
		}
		close(ready)
	}()
	select {
	case <-ready:
		return nil
	case <-warmCtx.Done():
		return context.Cause(warmCtx)
	}
}

// It is closed in any case.
func warmUpClosed(ctx context.Context, warm func(context.Context) error) error {
	warmCtx, fail := context.WithCancelCause(ctx)
	defer fail(nil)
	ready := make(chan struct{})
	go func() {
		defer close(ready)
		if err := warm(warmCtx); err != nil {
			fail(err)
			return
		}
	}()
	select {
	case <-ready:
		return context.Cause(warmCtx)
	case <-ctx.Done():
		return ctx.Err()
	}
}

// It has told before.
func warmUpBefore(ctx context.Context, warm func(context.Context) error) error {
	warmCtx, cancel := context.WithCancel(ctx)
	defer cancel()
	ready := make(chan error, 1)
	go func() {
		if err := warm(warmCtx); err != nil {
			ready <- err
			cancel()
			return
		}
		ready <- nil
	}()
	select {
	case err := <-ready:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// The pause ends in any case.
func warmUpPause(ctx context.Context, warm func(context.Context) error) error {
	warmCtx, cancel := context.WithCancel(ctx)
	defer cancel()
	ready := make(chan struct{})
	go func() {
		if warm(warmCtx) != nil {
			cancel()
			return
		}
		close(ready)
	}()
	select {
	case <-ready:
	case <-time.After(time.Minute):
	case <-ctx.Done():
		return ctx.Err()
	}
	return warmCtx.Err()
}
