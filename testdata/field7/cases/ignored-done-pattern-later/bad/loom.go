// Package bad weaves patterns and puts those whose yarn broke back into the queue later.
// The timer sends into the unbuffered queue that only Run reads. When Run has ended, every
// timer that is still to fire leaves a goroutine that can never send.
package bad

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"time"
)

// ErrYarn says that the yarn broke.
var ErrYarn = errors.New("yarn broke")

// Pattern is a piece of work.
type Pattern struct {
	Name   string
	broken int
}

// Loom weaves; to weave a pattern again replaces the first piece.
type Loom interface {
	Weave(ctx context.Context, name string) error
}

// Weaver works off patterns.
type Weaver struct {
	loom   Loom
	queue  chan Pattern
	tries  int
	repair time.Duration
	log    *slog.Logger
}

// NewWeaver tries a pattern three times.
func NewWeaver(loom Loom, log *slog.Logger) *Weaver {
	return &Weaver{loom: loom, queue: make(chan Pattern), tries: 3, repair: time.Minute, log: log}
}

// Order queues a pattern.
func (w *Weaver) Order(ctx context.Context, name string) error {
	select {
	case w.queue <- Pattern{Name: name}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Run weaves until ctx ends.
func (w *Weaver) Run(ctx context.Context) error {
	for {
		select {
		case p := <-w.queue:
			w.weave(ctx, p)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (w *Weaver) weave(ctx context.Context, p Pattern) {
	err := w.loom.Weave(ctx, p.Name)
	switch {
	case err == nil:
		w.log.InfoContext(ctx, "woven", "pattern", p.Name)
	case errors.Is(err, ErrYarn) && p.broken+1 < w.tries:
		p.broken++
		w.later(ctx, p)
	default:
		w.log.ErrorContext(ctx, "not woven", "pattern", p.Name, "err", err)
	}
}

// later puts the pattern back when the yarn should be mended.
func (w *Weaver) later(ctx context.Context, p Pattern) {
	delay := w.repair<<p.broken + rand.N(w.repair)
	w.log.WarnContext(ctx, "yarn broke", "pattern", p.Name, "again in", delay)
	time.AfterFunc(delay, func() { // OR ignored-done
		w.queue <- p // EXPECT ignored-done
	})
}
