package policies

import (
	"context"
	"log"
	"time"

	"github.com/cenkalti/backoff/v4"
)

type pusher interface {
	Push(ctx context.Context, id string) error
	Follow(ctx context.Context) error
}

func sharedInLoop(ctx context.Context, p pusher, ids []string) {
	b := backoff.WithContext(backoff.NewExponentialBackOff(), ctx)
	for _, id := range ids {
		go func() {
			log.Print(backoff.Retry(func() error { return p.Push(ctx, id) }, b)) // want `the goroutines that run at the same time share it`
		}()
	}
}

// Right: one for each, or one after the other.
func ownInLoop(ctx context.Context, p pusher, ids []string) {
	for _, id := range ids {
		b := backoff.WithContext(backoff.NewExponentialBackOff(), ctx)
		go func() {
			log.Print(backoff.Retry(func() error { return p.Push(ctx, id) }, b))
		}()
	}
}

func oneByOne(ctx context.Context, p pusher, ids []string) {
	b := backoff.WithContext(backoff.NewExponentialBackOff(), ctx)
	for _, id := range ids {
		done := make(chan struct{})
		go func() {
			defer close(done)
			log.Print(backoff.Retry(func() error { return p.Push(ctx, id) }, b))
		}()
		<-done
	}
}

// Made anew after a good while: in a long outage it ends all the same.
func anewNowAndThen(ctx context.Context, p pusher) error {
	b := backoff.NewExponentialBackOff()
	for {
		start := time.Now()
		err := p.Follow(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if time.Since(start) > time.Minute {
			b = backoff.NewExponentialBackOff()
		}
		log.Print(err)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(b.NextBackOff()): // want `ends 15m after it was made or last reset`
		}
	}
}
