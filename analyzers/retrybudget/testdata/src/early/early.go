// Package early waits for what takes long.
package early

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/cenkalti/backoff/v4"
)

var errRunning = errors.New("still running")

type jobs interface {
	Start(ctx context.Context, name string) error
	Done(ctx context.Context, name string) (bool, error)
}

func once(ctx context.Context, j jobs, name string) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	done, err := j.Done(ctx, name)
	if err == nil && !done {
		err = errRunning
	}
	return err
}

func wait(ctx context.Context, j jobs, name string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Hour)
	defer cancel()
	bo := backoff.NewExponentialBackOff() // want `backoff.Retry gives up 15m after the first attempt, which is its default, although the deadline set at early.go:31 leaves 1h`
	bo.MaxInterval = time.Minute
	slog.InfoContext(ctx, "waiting", "job", name)
	return backoff.Retry(func() error { return once(ctx, j, name) }, backoff.WithContext(bo, ctx))
}

func inPlace(ctx context.Context, j jobs, name string) error {
	ctx, cancel := context.WithDeadline(ctx, time.Now().Add(time.Hour))
	defer cancel()
	return backoff.Retry(func() error { return once(ctx, j, name) }, backoff.WithContext(backoff.NewExponentialBackOff(), ctx)) // want `gives up 15m after the first attempt`
}

func never(ctx context.Context, j jobs, name string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Hour)
	defer cancel()
	bo := backoff.NewExponentialBackOff()
	bo.MaxElapsedTime = 0
	return backoff.Retry(func() error { return once(ctx, j, name) }, backoff.WithContext(bo, ctx))
}

func asLong(ctx context.Context, j jobs, name string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Hour)
	defer cancel()
	bo := backoff.NewExponentialBackOff(backoff.WithMaxElapsedTime(time.Hour))
	return backoff.Retry(func() error { return once(ctx, j, name) }, backoff.WithContext(bo, ctx))
}

// What is said is meant.
func said(ctx context.Context, j jobs, name string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Hour)
	defer cancel()
	bo := backoff.NewExponentialBackOff(backoff.WithMaxElapsedTime(10 * time.Minute))
	return backoff.Retry(func() error { return once(ctx, j, name) }, backoff.WithContext(bo, ctx))
}

// The deadline comes first.
func within(ctx context.Context, j jobs, name string) error {
	ctx, cancel := context.WithTimeout(ctx, 15*time.Minute)
	defer cancel()
	return backoff.Retry(func() error { return once(ctx, j, name) }, backoff.WithContext(backoff.NewExponentialBackOff(), ctx))
}

// The number of attempts ends them.
func counted(ctx context.Context, j jobs, name string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Hour)
	defer cancel()
	bo := backoff.WithMaxRetries(backoff.NewExponentialBackOff(), 5)
	return backoff.Retry(func() error { return once(ctx, j, name) }, backoff.WithContext(bo, ctx))
}

// The deadline is one of several steps.
func steps(ctx context.Context, j jobs, name string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Hour)
	defer cancel()
	if err := j.Start(ctx, name); err != nil {
		return err
	}
	return backoff.Retry(func() error { return once(ctx, j, name) }, backoff.WithContext(backoff.NewExponentialBackOff(), ctx))
}

func then(ctx context.Context, j jobs, name string, open func(ctx context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, time.Hour)
	defer cancel()
	if err := backoff.Retry(func() error { return once(ctx, j, name) }, backoff.WithContext(backoff.NewExponentialBackOff(), ctx)); err != nil {
		return err
	}
	return open(ctx)
}

func two(ctx context.Context, j jobs) error {
	ctx, cancel := context.WithTimeout(ctx, time.Hour)
	defer cancel()
	if err := backoff.Retry(func() error { return once(ctx, j, "a") }, backoff.WithContext(backoff.NewExponentialBackOff(), ctx)); err != nil {
		return err
	}
	return backoff.Retry(func() error { return once(ctx, j, "b") }, backoff.WithContext(backoff.NewExponentialBackOff(), ctx))
}

// What is handed in may set it.
func handed(ctx context.Context, j jobs, name string, bo *backoff.ExponentialBackOff) error {
	ctx, cancel := context.WithTimeout(ctx, time.Hour)
	defer cancel()
	return backoff.Retry(func() error { return once(ctx, j, name) }, backoff.WithContext(bo, ctx))
}

// The limit of the process, made elsewhere.
func process(ctx context.Context, j jobs, name string) error {
	return backoff.Retry(func() error { return once(ctx, j, name) }, backoff.WithContext(backoff.NewExponentialBackOff(), ctx))
}
