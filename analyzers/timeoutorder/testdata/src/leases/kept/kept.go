// Package kept renews its locks.
package kept

import (
	"context"
	"time"

	"github.com/bsm/redislock"
)

type api interface {
	Put(ctx context.Context, name string) error
}

func put(ctx context.Context, locks *redislock.Client, a api, name string) error {
	lock, err := locks.Obtain(ctx, name, 5*time.Second, nil)
	if err != nil {
		return err
	}
	defer lock.Release(ctx)
	for try := 1; ; try++ {
		if err = once(ctx, a, name); err == nil || try == 3 {
			return err
		}
		if err := lock.Refresh(ctx, 5*time.Second, nil); err != nil {
			return err
		}
		time.Sleep(time.Second)
	}
}

func once(ctx context.Context, a api, name string) error {
	ctx, cancel := context.WithTimeout(ctx, 4*time.Second)
	defer cancel()
	return a.Put(ctx, name)
}
