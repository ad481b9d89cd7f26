// Package ok keeps an aquarium alive. The keeper has a context of its own from Start to Stop, kept in
// a field, because feeding goes on whoever asked for it. A visitor's request only waits for the
// answer, and under its own context.
package ok

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"
)

// Tank has fish.
type Tank interface {
	Feed(ctx context.Context, grams int) error
	Clean(ctx context.Context) error
}

type wish struct {
	grams int
	reply chan error
}

// Keeper keeps one tank.
type Keeper struct {
	tank   Tank
	every  time.Duration
	limit  time.Duration
	log    *slog.Logger
	wishes chan wish

	ctx    context.Context
	cancel context.CancelFunc
	wg     sync.WaitGroup
}

// ErrStopped is returned after Stop.
var ErrStopped = errors.New("keeper has gone home")

// Start returns a keeper at work.
func Start(tank Tank, every time.Duration, log *slog.Logger) *Keeper {
	k := &Keeper{tank: tank, every: every, limit: 10 * time.Second, log: log, wishes: make(chan wish)}
	k.ctx, k.cancel = context.WithCancel(context.Background())
	k.wg.Go(k.loop)
	return k
}

func (k *Keeper) loop() {
	clean := time.NewTicker(k.every)
	defer clean.Stop()
	for {
		select {
		case <-k.ctx.Done():
			return
		case w := <-k.wishes:
			w.reply <- k.within(func(ctx context.Context) error { return k.tank.Feed(ctx, w.grams) })
		case <-clean.C:
			if err := k.within(k.tank.Clean); err != nil {
				k.log.Warn("tank not cleaned", "err", err)
			}
		}
	}
}

func (k *Keeper) within(do func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(k.ctx, k.limit)
	defer cancel()
	return do(ctx)
}

// Feed has the tank fed and returns when it is, or when ctx ends.
func (k *Keeper) Feed(ctx context.Context, grams int) error {
	w := wish{grams: grams, reply: make(chan error, 1)}
	select {
	case k.wishes <- w:
	case <-k.ctx.Done():
		return ErrStopped
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case err := <-w.reply:
		if err != nil {
			return fmt.Errorf("feed %d g: %w", grams, err)
		}
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Stop ends the keeper's work and waits for its end.
func (k *Keeper) Stop() {
	k.cancel()
	k.wg.Wait()
}
