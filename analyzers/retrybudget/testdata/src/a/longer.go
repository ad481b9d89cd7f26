package a

import (
	"context"
	"os/exec"
	"time"

	"dep"

	"k8s.io/apimachinery/pkg/util/wait"
)

// One attempt may take longer than all of them, whose limit does not cut it.
func (a *app) pollOuter(ctx context.Context) error {
	return wait.PollUntilContextTimeout(ctx, time.Second, 20*time.Second, true, func(context.Context) (bool, error) {
		tryCtx, cancel := context.WithTimeout(ctx, time.Minute) // want `one attempt may take 1m, set at longer.go:\d+, but all of them together are to end after 20s`
		defer cancel()
		if err := a.db.PingContext(tryCtx); err != nil {
			return false, nil
		}
		return true, nil
	})
}

func (a *app) untilLonger(ctx context.Context) error {
	return dep.Until(5*time.Second, time.Second, func() error {
		tryCtx, cancel := context.WithTimeout(ctx, 10*time.Second) // want `one attempt may take 10s`
		defer cancel()
		return a.db.PingContext(tryCtx)
	})
}

func (a *app) loopLonger(ctx context.Context) error {
	begun := time.Now()
	for { // want `one attempt may take 1s, set at a.go:\d+, but all of them together are to end after 500ms`
		err := a.once(ctx)
		if err == nil {
			return nil
		}
		if time.Since(begun) > 500*time.Millisecond {
			return err
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// The poll's own context cuts each attempt.
func (a *app) pollInner(ctx context.Context) error {
	return wait.PollUntilContextTimeout(ctx, time.Second, 20*time.Second, true, func(ctx context.Context) (bool, error) {
		ctx, cancel := context.WithTimeout(ctx, time.Minute)
		defer cancel()
		if err := a.db.PingContext(ctx); err != nil {
			return false, nil
		}
		return true, nil
	})
}

func (a *app) pollShort(ctx context.Context) error {
	return wait.PollUntilContextTimeout(ctx, time.Second, 20*time.Second, true, func(context.Context) (bool, error) {
		tryCtx, cancel := context.WithTimeout(ctx, 5*time.Second)
		defer cancel()
		return a.db.PingContext(tryCtx) == nil, nil
	})
}

func (a *app) pollUnknown(ctx context.Context, one time.Duration) error {
	return wait.PollUntilContextTimeout(ctx, time.Second, 20*time.Second, true, func(context.Context) (bool, error) {
		tryCtx, cancel := context.WithTimeout(ctx, one)
		defer cancel()
		return a.db.PingContext(tryCtx) == nil, nil
	})
}

// A program that hangs is never looked at.
func program() error {
	return dep.Until(5*time.Minute, time.Second, func() error {
		return exec.CommandContext(context.Background(), "rsync", "-a", "a", "b").Run() // want `nothing limits \(\*exec.Cmd\).Run: one attempt that hangs lasts for ever`
	})
}

func programLimited() error {
	return dep.Until(5*time.Minute, time.Second, func() error {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		return exec.CommandContext(ctx, "rsync", "-a", "a", "b").Run()
	})
}
