// Package ok feeds an aviary. Close has no context and waits without a limit; it has
// cancelled before, and the feeders look at their context in every wait.
package ok

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"
)

// Feeder feeds one kind of bird.
type Feeder interface {
	Feed(ctx context.Context, kind string) error
}

// Aviary is fed in the background.
type Aviary struct {
	cancel context.CancelCauseFunc
	feeds  sync.WaitGroup
	fed    atomic.Int64
}

// ErrClosed is the cause of the feeders' end.
var ErrClosed = errors.New("aviary closed")

// Open begins to feed the kinds.
func Open(ctx context.Context, f Feeder, every time.Duration, kinds ...string) *Aviary {
	ctx, cancel := context.WithCancelCause(ctx)
	a := &Aviary{cancel: cancel}
	for _, k := range kinds {
		a.feeds.Add(1)
		go func() {
			defer a.feeds.Done()
			a.feed(ctx, f, k, every)
		}()
	}
	return a
}

func (a *Aviary) feed(ctx context.Context, f Feeder, kind string, every time.Duration) {
	t := time.NewTimer(rand.N(every))
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
		}
		fctx, cancel := context.WithTimeout(ctx, every)
		if err := f.Feed(fctx, kind); err == nil {
			a.fed.Add(1)
		}
		cancel()
		t.Reset(every)
	}
}

// Close ends the feeding and returns how often birds were fed.
func (a *Aviary) Close() int64 {
	a.cancel(ErrClosed)
	a.feeds.Wait()
	return a.fed.Load()
}
