package a

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/hibiken/asynq"
)

type oven interface {
	Bake(ctx context.Context, raw []byte) error
	Stop(ctx context.Context) error
}

type baker struct {
	oven  oven
	limit time.Duration
}

func (b *baker) register(mux *asynq.ServeMux) {
	mux.Handle("bread", b)
	mux.HandleFunc("cake", b.cake)
	mux.HandleFunc("tart", func(ctx context.Context, t *asynq.Task) error {
		if err := b.oven.Bake(ctx, t.Payload()); err != nil && !errors.Is(err, context.Canceled) {
			return err
		} else if errors.Is(err, context.Canceled) {
			return nil // want `returns nil when its work was cancelled \(seen at .*\), which asynq takes for done`
		}
		return nil
	})
	mux.HandleFunc("roll", b.returned)
	mux.HandleFunc("bun", b.late)
	mux.HandleFunc("scone", b.gaveUp)
	mux.HandleFunc("pie", b.apart)
}

// ProcessTask handles bread.
func (b *baker) ProcessTask(ctx context.Context, t *asynq.Task) error {
	ctx, cancel := context.WithTimeout(ctx, b.limit)
	defer cancel()
	err := b.oven.Bake(ctx, t.Payload())
	switch {
	case err == nil:
		return nil
	case errors.Is(err, context.Canceled):
		slog.Info("cancelled")
		return nil // want `\(\*baker\).ProcessTask returns nil when its work was cancelled`
	default:
		return err
	}
}

func (b *baker) cake(ctx context.Context, t *asynq.Task) error {
	if err := b.oven.Bake(ctx, t.Payload()); err != nil {
		if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
			return nil // want `\(\*baker\).cake returns nil when its work was cancelled`
		}
		return err
	}
	return nil
}

func (b *baker) returned(ctx context.Context, t *asynq.Task) error {
	err := b.oven.Bake(ctx, t.Payload())
	if errors.Is(err, context.Canceled) {
		slog.Info("cancelled, comes again")
		return err
	}
	return err
}

// late gives up what takes too long: that is no cancellation.
func (b *baker) late(ctx context.Context, t *asynq.Task) error {
	bctx, cancel := context.WithTimeout(ctx, b.limit)
	defer cancel()
	err := b.oven.Bake(bctx, t.Payload())
	if errors.Is(err, context.DeadlineExceeded) {
		return nil
	}
	return err
}

// gaveUp cancels by itself.
func (b *baker) gaveUp(ctx context.Context, t *asynq.Task) error {
	bctx, cancel := context.WithCancel(ctx)
	stop := time.AfterFunc(b.limit, func() { cancel() })
	defer stop.Stop()
	err := b.oven.Bake(bctx, t.Payload())
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// apart asks for something under a context that is not the handler's.
func (b *baker) apart(ctx context.Context, t *asynq.Task) error {
	actx, cancel := context.WithTimeout(context.WithoutCancel(ctx), b.limit)
	defer cancel()
	if err := b.oven.Stop(actx); errors.Is(err, context.Canceled) {
		return nil
	}
	return b.oven.Bake(ctx, t.Payload())
}

// direct is no handler: nil says that it stopped as it was told.
func (b *baker) direct(ctx context.Context, raw []byte) error {
	if err := b.oven.Bake(ctx, raw); errors.Is(err, context.Canceled) {
		return nil
	}
	return b.oven.Stop(ctx)
}
