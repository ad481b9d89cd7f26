package a

import (
	"context"
	"log/slog"
	"time"
)

// What is only logged is no second look.
func logsTheCause(ctx context.Context, read func(context.Context) (int, error)) {
	for {
		n, err := read(ctx)
		switch {
		case ctx.Err() != nil:
			slog.Info("stops", "cause", context.Cause(ctx))
			break // want `break leaves only the switch`
		case err != nil:
			slog.Warn("read", "err", err)
		default:
			handle(string(rune(n)))
		}
	}
}

func logsTheErr(ctx context.Context, in chan string) {
	for {
		select {
		case <-ctx.Done(): // want `goes on after ctx is over`
			slog.Info("stops", "err", ctx.Err().Error())
		case s := <-in:
			handle(s)
		}
	}
}

// The head looks at another context.
type keeper struct {
	ctx    context.Context
	cancel context.CancelFunc
	queue  chan string
}

func newKeeper(ctx context.Context) *keeper {
	k := &keeper{queue: make(chan string)}
	k.ctx, k.cancel = context.WithCancel(ctx)
	return k
}

func (k *keeper) send(ctx context.Context) {
	for {
		if ctx.Err() != nil {
			return
		}
		select {
		case s := <-k.queue:
			handle(s)
		case <-ctx.Done():
			return
		case <-k.ctx.Done():
			break // want `break leaves only the select at seen.go:\d+, so the loop at seen.go:\d+ goes on, without waiting, after k.ctx is over`
		}
	}
}

func derived(ctx context.Context, t *time.Ticker) {
	sub, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() { sweep(); cancel() }()
	for {
		if ctx.Err() != nil {
			return
		}
		select {
		case <-t.C:
			sweep()
		case <-sub.Done():
			break // want `break leaves only the select`
		}
	}
}

// Right: the head looks at a context that ends with it.
func parent(ctx context.Context, t *time.Ticker) {
	sub, cancel := context.WithCancel(ctx)
	defer cancel()
	for {
		if sub.Err() != nil {
			return
		}
		select {
		case <-t.C:
			sweep()
		case <-ctx.Done():
			break
		}
	}
}

// The parameter is the object's own.
type room struct {
	ctx   context.Context
	queue chan string
}

func openRoom(ctx context.Context) *room {
	r := &room{ctx: ctx, queue: make(chan string)}
	go r.send(r.ctx)
	return r
}

func (r *room) send(ctx context.Context) {
	for {
		if ctx.Err() != nil {
			return
		}
		select {
		case s := <-r.queue:
			handle(s)
		case <-r.ctx.Done():
			break
		}
	}
}

// What the loop is given may be derived from the object's own.
type desk struct {
	ctx   context.Context
	queue chan string
}

func (d *desk) send(ctx context.Context) {
	for {
		if d.ctx.Err() != nil {
			return
		}
		select {
		case s := <-d.queue:
			handle(s)
		case <-ctx.Done():
			break
		}
	}
}
