package a

import (
	"context"
	"sync"
	"time"
)

// berths gives places in memory; what gives one back refuses under a context that is over.
type berths struct {
	mu   sync.Mutex
	held map[string]bool
	free chan struct{}
}

type berth struct {
	of   *berths
	name string
}

func (b *berths) Acquire(ctx context.Context, name string) (*berth, error) {
	select {
	case <-b.free:
		return &berth{b, name}, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (b *berth) Release(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	b.of.mu.Lock()
	defer b.of.mu.Unlock()
	delete(b.of.held, b.name)
	return nil
}

// One asks afterwards, the other only says so.
func (b *berth) ReleaseAnyway(ctx context.Context) error {
	b.of.mu.Lock()
	delete(b.of.held, b.name)
	b.of.mu.Unlock()
	return ctx.Err()
}

func (b *berth) ReleaseOrSay(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		println(err.Error())
	}
	return b.ReleaseAnyway(ctx)
}

func moor(ctx context.Context, b *berths, s Store) error {
	place, err := b.Acquire(ctx, "quay")
	if err != nil {
		return err
	}
	defer place.Release(ctx) // want `\(\*berth\).Release gives back what \(\*berths\).Acquire took, but under ctx, whose end may be what ends the work in between`
	_, err = s.Claim(ctx, "crane")
	return err
}

func moorAnyway(ctx context.Context, b *berths, s Store) error {
	place, err := b.Acquire(ctx, "quay")
	if err != nil {
		return err
	}
	defer place.ReleaseAnyway(ctx)
	_, err = s.Claim(ctx, "crane")
	return err
}

func moorOrSay(ctx context.Context, b *berths, s Store) error {
	place, err := b.Acquire(ctx, "quay")
	if err != nil {
		return err
	}
	defer place.ReleaseOrSay(ctx)
	_, err = s.Claim(ctx, "crane")
	return err
}

func moorFresh(ctx context.Context, b *berths, s Store) error {
	place, err := b.Acquire(ctx, "quay")
	if err != nil {
		return err
	}
	defer func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		_ = place.Release(ctx)
	}()
	_, err = s.Claim(ctx, "crane")
	return err
}
