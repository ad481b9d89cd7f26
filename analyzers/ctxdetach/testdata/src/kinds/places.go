package kinds

import (
	"context"

	"golang.org/x/sync/semaphore"
)

type book struct {
	sem   *semaphore.Weighted
	shelf shelf
}

// What it gives back has to be given back, and whoever has the place is told to stop.
func (b *book) Close(ctx context.Context) error {
	if err := b.sem.Acquire(context.WithoutCancel(ctx), 1); err != nil {
		return err
	}
	defer b.sem.Release(1)
	return b.shelf.Put(ctx, "end")
}

// Shutdown asks somebody else.
func (b *book) Shutdown(ctx context.Context) error {
	if err := b.shelf.Put(context.WithoutCancel(ctx), "end"); err != nil { // want `nothing ends shelf.Put any more: its context is detached from ctx and has no limit of its own`
		return err
	}
	return nil
}
