// Package ok keeps the lamp of a lighthouse in step with the hour. It is right although the cancel
// function is not called where the context is made and the goroutine's context does not come
// from the caller: Start may be called from a short-lived request, the lamp is meant to burn on,
// and Stop cancels the context and waits for the goroutine.
package ok

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"
)

// ErrRunning means that the keeper was started before.
var ErrRunning = errors.New("keeper is running")

// Lamp is switched on and off.
type Lamp interface {
	Set(ctx context.Context, on bool) error
}

// Keeper switches a lamp by the hour.
type Keeper struct {
	lamp  Lamp
	every time.Duration
	limit time.Duration
	log   *slog.Logger

	mu   sync.Mutex
	stop context.CancelFunc // nil when not running
	gone chan struct{}
}

// Start begins to keep the lamp. The values of ctx are kept, its end is not heeded: see Stop.
func (k *Keeper) Start(ctx context.Context) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.stop != nil {
		return ErrRunning
	}
	ctx, k.stop = context.WithCancel(context.WithoutCancel(ctx))
	k.gone = make(chan struct{})
	go k.run(ctx, k.gone)
	return nil
}

// Stop ends the keeping. It returns when the goroutine has left or ctx ends.
func (k *Keeper) Stop(ctx context.Context) error {
	k.mu.Lock()
	stop, gone := k.stop, k.gone
	k.mu.Unlock()
	if stop == nil {
		return nil
	}
	stop()
	select {
	case <-gone:
	case <-ctx.Done():
		return ctx.Err()
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.gone == gone {
		k.stop = nil
	}
	return nil
}

func (k *Keeper) run(ctx context.Context, gone chan<- struct{}) {
	defer close(gone)
	ticker := time.NewTicker(k.every)
	defer ticker.Stop()
	for {
		k.set(ctx, time.Now())
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return
		}
	}
}

func (k *Keeper) set(ctx context.Context, now time.Time) {
	ctx, cancel := context.WithTimeout(ctx, k.limit)
	defer cancel()
	night := now.Hour() >= 18 || now.Hour() < 6
	if err := k.lamp.Set(ctx, night); err != nil {
		k.log.WarnContext(ctx, "lamp not set", "night", night, "err", err)
	}
}
