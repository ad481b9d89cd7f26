package a

import (
	"context"
	"errors"
	"log"
	"time"
)

type feedGauge interface {
	Level(ctx context.Context) (int, error)
}

var errFeed = errors.New("long")

func feedSample(ctx context.Context, g feedGauge, out chan<- int) {
	t := time.NewTicker(time.Second)
	defer t.Stop()
	for {
		v, err := g.Level(ctx)
		if err != nil {
			log.Print(err)
		} else {
			select {
			case out <- v:
			case <-ctx.Done():
				return
			}
		}
		select {
		case <-t.C:
		case <-ctx.Done():
			return
		}
	}
}

// plain function
func feedAwaitLow(ctx context.Context, g feedGauge, limit int) error {
	wctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	ch := make(chan int)
	go feedSample(ctx, g, ch) // want `the goroutine stays until ctx is over: \w+, which alone takes what it sends`
	for {
		select {
		case v := <-ch:
			if v < limit {
				return nil
			}
		case <-wctx.Done():
			return errFeed
		}
	}
}

// literal, no own context, success
func feedFirst(ctx context.Context, g feedGauge, limit int) (int, error) {
	ch := make(chan int)
	go func() { // want `the goroutine stays until ctx is over: \w+, which alone takes what it sends`
		for {
			v, err := g.Level(ctx)
			if err != nil {
				continue
			}
			select {
			case ch <- v:
			case <-ctx.Done():
				return
			}
		}
	}()
	for {
		select {
		case v := <-ch:
			if v > limit {
				return v, nil
			}
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	}
}

// generic, one value
func feedAny[T any](ctx context.Context, get func(context.Context) (T, error), ok func(T) bool) (T, bool) {
	ch := make(chan T, 1)
	go func() { // want `the goroutine stays until ctx is over: \w+, which alone takes what it sends`
		for ctx.Err() == nil {
			v, err := get(ctx)
			if err != nil {
				continue
			}
			select {
			case <-ctx.Done():
				return
			case ch <- v:
			}
		}
	}()
	var zero T
	for {
		select {
		case v := <-ch:
			if ok(v) {
				return v, true
			}
		case <-ctx.Done():
			return zero, false
		}
	}
}

// time limit by timer
func feedWithin(ctx context.Context, g feedGauge, d time.Duration) (n int, err error) {
	ch := make(chan int)
	go feedSample(ctx, g, ch) // want `the goroutine stays until ctx is over: \w+, which alone takes what it sends`
	timer := time.NewTimer(d)
	defer timer.Stop()
	for {
		select {
		case v := <-ch:
			n += v
		case <-timer.C:
			return n, nil
		case <-ctx.Done():
			return n, ctx.Err()
		}
	}
}

// the same through two channels
func feedBoth(ctx context.Context, g feedGauge) (int, error) {
	vals, errs := make(chan int), make(chan error)
	go func() { // want `the goroutine stays until ctx is over: \w+, which alone takes what it sends`
		for {
			v, err := g.Level(ctx)
			if err != nil {
				select {
				case errs <- err:
				case <-ctx.Done():
					return
				}
				continue
			}
			select {
			case vals <- v:
			case <-ctx.Done():
				return
			}
		}
	}()
	select {
	case v := <-vals:
		return v, nil
	case err := <-errs:
		return 0, err
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}

// The goroutine ends with the function, its caller ends it, or it is the function's purpose.
func okOwn(ctx context.Context, g feedGauge, limit int) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	ch := make(chan int)
	go feedSample(ctx, g, ch)
	for {
		select {
		case v := <-ch:
			if v < limit {
				return nil
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func feedService(ctx context.Context, g feedGauge) error {
	ch := make(chan int)
	go feedSample(ctx, g, ch)
	for {
		select {
		case v := <-ch:
			if v < 0 {
				return errFeed
			}
		case <-ctx.Done():
			return nil
		}
	}
}

func feedStream(ctx context.Context, g feedGauge) <-chan int {
	ch := make(chan int)
	go feedSample(ctx, g, ch)
	return ch
}

func okCaller(ctx context.Context, g feedGauge) (int, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	return firstOf(ctx, g)
}

func firstOf(ctx context.Context, g feedGauge) (int, error) {
	ch := make(chan int)
	go feedSample(ctx, g, ch)
	select {
	case v := <-ch:
		return v, nil
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}
