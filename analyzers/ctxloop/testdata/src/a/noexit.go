package a

import (
	"context"
	"errors"
	"log"
	"time"
)

func sleepCtx(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// Nothing leaves the loop, and the pause is none once the context is over.
func sweeps(ctx context.Context, f func(context.Context)) {
	for {
		f(ctx)
		sleepCtx(ctx, time.Minute) // want `the loop at noexit.go:\d+ goes on after ctx is over: sleepCtx returns at once then, and nothing leaves the loop; return when ctx.Err\(\) is not nil`
	}
}

// The return leaves the literal only.
func inLiteral(ctx context.Context, t *time.Ticker) {
	for {
		func() {
			select {
			case <-ctx.Done(): // want `the loop at noexit.go:\d+ goes on after ctx is over: the select returns at once then`
				return
			case <-t.C:
			}
			sweep()
		}()
	}
}

// The object's context.
type broom struct {
	ctx  context.Context
	work func()
}

func (b *broom) sweep() {
	for {
		b.work()
		sleepCtx(b.ctx, time.Minute) // want `goes on after b.ctx is over`
	}
}

// The error says that the context is over, and leads back.
func canceledContinues(ctx context.Context, c conn) {
	for {
		s, err := c.Receive(ctx)
		if errors.Is(err, context.Canceled) {
			log.Print("cancelled")
			continue // want `the loop at noexit.go:\d+ goes on after ctx is over: this continue leads back to its start`
		}
		if err != nil {
			log.Print(err)
			time.Sleep(time.Second)
			continue
		}
		handle(s)
	}
}

// A second test that only words the log.
func wordsTheLog(ctx context.Context, in chan string) {
	for {
		select {
		case <-ctx.Done():
			if err := ctx.Err(); err != nil {
				log.Print(err)
			}
			break // want `break leaves only the select`
		case s := <-in:
			handle(s)
		}
	}
}

// Right.

func sweepsRight(ctx context.Context, f func(context.Context)) {
	for {
		f(ctx)
		sleepCtx(ctx, time.Minute)
		if ctx.Err() != nil {
			return
		}
	}
}

func sweepsWhile(ctx context.Context, f func(context.Context)) {
	for ctx.Err() == nil {
		f(ctx)
		sleepCtx(ctx, time.Minute)
	}
}

// What it calls tells it to leave.
func sweepsUntil(ctx context.Context, f func(context.Context) bool) {
	for {
		if !f(ctx) {
			return
		}
		sleepCtx(ctx, time.Minute)
	}
}

func sweepsOrPanics(ctx context.Context, f func(context.Context) error) {
	for {
		if err := f(ctx); err != nil {
			panic(err)
		}
		sleepCtx(ctx, time.Minute)
	}
}

// The turn has a limit of its own.
func turnLimit(ctx context.Context, c conn) {
	for {
		tctx, cancel := context.WithTimeout(ctx, time.Second)
		s, err := c.Receive(tctx)
		cancel()
		if errors.Is(err, context.DeadlineExceeded) {
			continue
		}
		if err != nil {
			return
		}
		handle(s)
	}
}

// It takes one after the other, and has no use for its context but to hand it on.
type batcher struct {
	in  chan string
	put func(context.Context, []string)
}

func (b *batcher) run(ctx context.Context) {
	t := time.NewTicker(time.Second)
	defer t.Stop()
	var batch []string
	for {
		select { // want `nothing leaves this loop, so \(\*batcher\).run goes on for ever when ctx is over; wait in a select with a case for ctx.Done\(\) that returns`
		case s := <-b.in:
			batch = append(batch, s)
		case <-t.C:
			b.put(ctx, batch)
			batch = nil
		}
	}
}

func (b *batcher) start(ctx context.Context) {
	go func() {
		for {
			b.put(ctx, []string{<-b.in}) // want `nothing leaves this loop, so \(\*batcher\).start.func goes on for ever when ctx is over`
		}
	}()
}

// Right: the channel is closed.
func (b *batcher) untilClosed(ctx context.Context) {
	for {
		s, ok := <-b.in
		if !ok {
			return
		}
		b.put(ctx, []string{s})
	}
}

func (b *batcher) runRight(ctx context.Context) {
	for {
		select {
		case s := <-b.in:
			b.put(ctx, []string{s})
		case <-ctx.Done():
			return
		}
	}
}

// Without a context of its own.
func (b *batcher) daemon() {
	for {
		b.put(context.Background(), []string{<-b.in})
	}
}
