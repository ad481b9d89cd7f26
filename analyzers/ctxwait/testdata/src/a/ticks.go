package a

import (
	"context"
	"log"
	"time"
)

type tower struct {
	every  time.Duration
	strike func(ctx context.Context, at time.Time) error
	silent chan struct{}
}

// A ticker that is stopped does not close its channel.
func (t *tower) start(ctx context.Context) {
	ticker := time.NewTicker(t.every)
	context.AfterFunc(ctx, ticker.Stop)
	go t.run(ctx, ticker.C)
}

func (t *tower) run(ctx context.Context, ticks <-chan time.Time) {
	defer close(t.silent)
	for now := range ticks { // want `range over ticks does not end when ctx does`
		if err := t.strike(ctx, now); err != nil {
			log.Print(err)
		}
	}
}

func once(ctx context.Context, when <-chan time.Time) error {
	<-when // want `receive from when of 1m does not end when ctx does`
	return nil
}

func callsOnce(ctx context.Context) error {
	return once(ctx, time.NewTimer(time.Minute).C)
}

// Whoever calls may close what it gives.
func Ticks(ctx context.Context, ticks <-chan time.Time) {
	for now := range ticks {
		log.Print(now)
	}
}

func callsTicks(ctx context.Context) {
	Ticks(ctx, time.NewTicker(time.Minute).C)
}

func times(ctx context.Context, ticks <-chan time.Time) {
	for now := range ticks {
		log.Print(now)
	}
}

// One of the callers closes what it gives.
func callsTimes(ctx context.Context, at []time.Time) {
	ch := make(chan time.Time, len(at))
	for _, t := range at {
		ch <- t
	}
	close(ch)
	times(ctx, ch)
	times(ctx, time.NewTicker(time.Minute).C)
}

func looking(ctx context.Context, ticks <-chan time.Time) {
	for {
		select {
		case <-ticks:
		case <-ctx.Done():
			return
		}
	}
}

func callsLooking(ctx context.Context) {
	looking(ctx, time.NewTicker(time.Minute).C)
}
