package fixes

import (
	"context"
	"time"
)

func stacked(ctx context.Context, call func(context.Context) error) error {
	var cancel context.CancelFunc
	var err error
	for range 3 {
		ctx, cancel = context.WithTimeout(ctx, time.Second) // want `each turn of the loop at fixes.go:\d+ derives ctx`
		err = call(ctx)
		cancel()
		if err == nil {
			return nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return err
}

// What is left in cancel is called after the loop: not for a variable of the turn.
func left(ctx context.Context, call func(context.Context) error) error {
	var cancel context.CancelFunc
	var err error
	for range 3 {
		ctx, cancel = context.WithTimeout(ctx, time.Second) // want `each turn of the loop at fixes.go:\d+ derives ctx`
		if err = call(ctx); err == nil {
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	cancel()
	return err
}
