package more

import (
	"context"
	"time"
)

type plans struct {
	begin func(ctx context.Context, name string) (context.CancelFunc, error)
}

func start(ctx context.Context, name string) (context.CancelFunc, error) {
	ctx, cancel := context.WithCancel(ctx)
	go func() { <-ctx.Done() }()
	return cancel, nil
}

// The deferred cancel is the one from before the first plan.
func (p *plans) run(ctx context.Context, names <-chan string) error {
	cancel := context.CancelFunc(func() {})
	defer cancel() // want `defer takes the empty function that it is here, not the one that cancel is given at stale.go:\d+: at the return at stale.go:\d+ nothing cancels that one's context, and what runs under it stays; defer func\(\) { cancel\(\) }\(\)`
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case name, ok := <-names:
			if !ok {
				return nil
			}
			cancel()
			var err error
			if cancel, err = start(ctx, name); err != nil {
				return err
			}
		}
	}
}

func follow(ctx context.Context, f func(context.Context)) { f(ctx) }

// The second context of this function is never cancelled.
func again(ctx context.Context, news <-chan func(context.Context)) {
	sub, cancel := context.WithCancel(ctx)
	defer cancel() // want `defer takes the function that it has here, not the one that cancel is given at stale.go:\d+: at the return at stale.go:\d+ nothing cancels`
	go follow(sub, func(ctx context.Context) { <-ctx.Done() })
	for f := range news {
		cancel()
		sub, cancel = context.WithCancel(ctx)
		go follow(sub, f)
	}
}

func (p *plans) runRight(ctx context.Context, names <-chan string) error {
	cancel := context.CancelFunc(func() {})
	defer func() { cancel() }()
	for name := range names {
		cancel()
		var err error
		if cancel, err = start(ctx, name); err != nil {
			return err
		}
	}
	return nil
}

// Each way out calls it.
func calls(ctx context.Context, names <-chan string) error {
	_, cancel := context.WithCancel(ctx)
	defer cancel()
	for name := range names {
		cancel()
		var err error
		cancel, err = start(ctx, name)
		if err != nil {
			return err
		}
	}
	cancel()
	return nil
}

// The parent of the later ones ends with the function.
func parents(ctx context.Context, news <-chan func(context.Context)) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	sub, cancel := context.WithCancel(ctx)
	defer cancel()
	for f := range news {
		cancel()
		sub, cancel = context.WithCancel(ctx)
		go follow(sub, f)
	}
}

// Each turn defers its own, and a limit ends it in any case.
func limits(ctx context.Context, f func(context.Context) error) error {
	sub, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	if f(sub) == nil {
		return nil
	}
	sub, cancel = context.WithTimeout(ctx, time.Second)
	defer cancel()
	return f(sub)
}

// It is left when its context is over, and on no other way.
func untilOver(ctx context.Context, news <-chan func(context.Context)) error {
	sub, cancel := context.WithCancel(ctx)
	defer cancel()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case f := <-news:
			cancel()
			sub, cancel = context.WithCancel(ctx)
			go follow(sub, f)
		}
	}
}
