package a

import (
	"context"
	"log"

	"golang.org/x/sync/semaphore"
)

type kiln struct {
	sem   *semaphore.Weighted
	slots chan struct{}
}

func (k *kiln) fire(ctx context.Context) error { return ctx.Err() }

func (k *kiln) take(ctx context.Context) error {
	select {
	case k.slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (k *kiln) release() { <-k.slots }

func (k *kiln) dropped(ctx context.Context) error {
	k.sem.Acquire(ctx, 1) // want `when ctx is over \(\*Weighted\).Acquire takes nothing, and its error is dropped: the work goes on without the place, and k.sem.Release gives back at unheld.go:\d+ what was never taken; return its error`
	defer k.sem.Release(1)
	return k.fire(ctx)
}

func (k *kiln) logged(ctx context.Context) error {
	if err := k.sem.Acquire(ctx, 2); err != nil { // want `its error is only logged`
		log.Printf("no place: %v", err)
	}
	defer k.sem.Release(2)
	return k.fire(ctx)
}

func (k *kiln) many(ctx context.Context, n int) {
	for range n {
		_ = k.sem.Acquire(ctx, 1) // want `its error is dropped`
		go func() {
			defer k.sem.Release(1)
			k.fire(ctx)
		}()
	}
}

func (k *kiln) ownSlots(ctx context.Context) error {
	err := k.take(ctx) // want `when ctx is over \(\*kiln\).take takes nothing, and its error is only logged`
	if err != nil {
		log.Print(err)
	}
	defer k.release()
	return k.fire(ctx)
}

// The last words: all places are taken, and none is given back.
func (k *kiln) drain(ctx context.Context, n int) {
	for range n {
		if k.sem.Acquire(ctx, 1) != nil {
			break
		}
		go func() {
			defer k.sem.Release(1)
			k.fire(ctx)
		}()
	}
	if err := k.sem.Acquire(ctx, 8); err != nil {
		log.Print(err)
	}
}

// Nothing ends the context.
func (k *kiln) forever(ctx context.Context) error {
	k.sem.Acquire(context.WithoutCancel(ctx), 1)
	defer k.sem.Release(1)
	return k.fire(ctx)
}

func (k *kiln) ends(ctx context.Context) error {
	if err := k.sem.Acquire(ctx, 1); err != nil {
		log.Fatal(err)
	}
	defer k.sem.Release(1)
	return k.fire(ctx)
}

func (k *kiln) remembers(ctx context.Context) error {
	held := true
	if err := k.sem.Acquire(ctx, 1); err != nil {
		log.Print(err)
		held = false
	}
	err := k.fire(ctx)
	if held {
		k.sem.Release(1)
	}
	return err
}

func (k *kiln) asksAgain(ctx context.Context) error {
	err := k.sem.Acquire(ctx, 1)
	if err != nil {
		log.Print(err)
	}
	if err == nil {
		defer k.sem.Release(1)
	}
	return k.fire(ctx)
}

func (k *kiln) looks(ctx context.Context) error {
	k.sem.Acquire(ctx, 1)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	defer k.sem.Release(1)
	return k.fire(ctx)
}
