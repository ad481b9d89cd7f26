package a

import (
	"context"
	"errors"
	"log"
	"math/rand"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"b"
)

const (
	leastPause = 10 * time.Millisecond
	mostPause  = 5 * time.Second
)

// Once the last pause has reached the limit no power is computed any more.
func nextPause(last time.Duration, n int) time.Duration {
	if last >= mostPause {
		return mostPause
	}
	jitter := time.Duration(rand.Int63n(10)) * time.Millisecond
	return min((leastPause+jitter)*(1<<n), mostPause)
}

// The limit is asked of something else.
func anyPause(least time.Duration, n int) time.Duration {
	if least >= mostPause {
		return mostPause
	}
	jitter := time.Duration(rand.Int63n(10)) * time.Millisecond
	return min((leastPause+jitter)*(1<<n), mostPause) // want `overflows once n reaches 39`
}

func settles(ctx context.Context, br broker) error {
	var pause time.Duration
	n := 0
	for {
		_, err := br.Receive(ctx)
		if err == nil {
			return nil
		}
		n++
		pause = nextPause(pause, n)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
	}
}

func neverSettles(ctx context.Context, br broker, least time.Duration) error {
	n := 0
	for {
		_, err := br.Receive(ctx)
		if err == nil {
			return nil
		}
		n++
		pause := anyPause(least, n)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
	}
}

type answer struct{ cut bool }

type upstream interface {
	Ask(ctx context.Context, tcp bool) (*answer, error)
}

// Right: a connection of the cache was closed by the other side; the next one is another.
func fresh(ctx context.Context, u upstream) (a *answer, err error) {
	tcp := false
	for {
		a, err = u.Ask(ctx, tcp)
		if err == b.ErrStale {
			continue
		}
		if a != nil && a.cut && !tcp {
			tcp = true
			continue
		}
		break
	}
	return a, err
}

// Right: the client itself backs off before it hands out the next failure.
func polls(ctx context.Context, c *kgo.Client) error {
	for {
		f := c.PollFetches(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err := f.Err(); err != nil {
			log.Print(err)
			continue
		}
		handle("fetched")
	}
}

// Its other calls do not.
func pings(ctx context.Context, c *kgo.Client) error {
	for {
		err := c.Ping(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			if errors.Is(err, context.Canceled) {
				return err
			}
			log.Print(err)
			continue // want `after a failure \(\*Client\).Ping is tried again at once`
		}
		handle("there")
	}
}
