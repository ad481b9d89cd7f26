// Package ok lights a beacon for as long as somebody holds it. Light makes a context with a
// cancel and returns without calling it. That is no loss: the cancel goes out in the handle,
// and Release calls it and waits for the keeper.
package ok

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"
)

// Tower switches a light, which goes out by itself if nobody feeds it.
type Tower interface {
	Feed(ctx context.Context, minutes int) error
	Douse(ctx context.Context) error
}

const douseLimit = 5 * time.Second

// Beacon is a lit light.
type Beacon struct {
	tower Tower
	stop  context.CancelFunc
	kept  chan struct{}
	once  sync.Once
	err   error
}

// Light lights the tower and keeps it lit until Release, or until ctx ends.
func Light(ctx context.Context, tower Tower, every time.Duration, log *slog.Logger) (*Beacon, error) {
	if err := tower.Feed(ctx, int(2*every/time.Minute)+1); err != nil {
		return nil, fmt.Errorf("light beacon: %w", err)
	}
	ctx, cancel := context.WithCancel(ctx)
	b := &Beacon{tower: tower, kept: make(chan struct{})}
	b.stop = cancel
	go func() {
		defer close(b.kept)
		keep(ctx, tower, every, log)
	}()
	return b, nil
}

// Release lets the light go out. Calls after the first return what that returned.
func (b *Beacon) Release() error {
	b.once.Do(func() {
		b.stop()
		<-b.kept
		ctx, cancel := context.WithTimeout(context.Background(), douseLimit)
		defer cancel()
		if err := b.tower.Douse(ctx); err != nil {
			b.err = fmt.Errorf("douse beacon: %w", err)
		}
	})
	return b.err
}

func keep(ctx context.Context, tower Tower, every time.Duration, log *slog.Logger) {
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return
		}
		if err := tower.Feed(ctx, int(2*every/time.Minute)+1); err != nil && ctx.Err() == nil {
			log.WarnContext(ctx, "beacon not fed", "err", err)
		}
	}
}
