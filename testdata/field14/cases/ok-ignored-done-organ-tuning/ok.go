// Package ok tunes an organ on request. A tuning takes minutes and outlives the request that
// asked for it, so it does not run on the request's context; it runs on that of the loft, which
// Close cancels, and Close waits for it.
package ok

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"sync"
	"time"
)

const tuningLimit = 15 * time.Minute

// Organ has ranks of pipes.
type Organ interface {
	Tune(ctx context.Context, rank string) error
}

// Loft is where the organ stands.
type Loft struct {
	organ Organ
	ctx   context.Context // ends with Close
	stop  context.CancelFunc
	log   *slog.Logger

	mu      sync.Mutex
	closed  bool
	busy    map[string]bool
	tunings sync.WaitGroup
}

// NewLoft returns a loft that is open until ctx ends or Close is called.
func NewLoft(ctx context.Context, organ Organ, log *slog.Logger) *Loft {
	ctx, stop := context.WithCancel(ctx)
	return &Loft{organ: organ, ctx: ctx, stop: stop, busy: make(map[string]bool), log: log}
}

// ServeHTTP begins a tuning.
func (l *Loft) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if err := l.begin(r.PathValue("rank")); err != nil {
		http.Error(w, err.Error(), http.StatusConflict)
		return
	}
	w.WriteHeader(http.StatusAccepted)
}

func (l *Loft) begin(rank string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed || l.busy[rank] {
		return errors.New("not now")
	}
	l.busy[rank] = true
	l.tunings.Go(func() { l.tune(rank) })
	return nil
}

func (l *Loft) tune(rank string) {
	ctx, cancel := context.WithTimeout(l.ctx, tuningLimit)
	defer cancel()
	if err := l.organ.Tune(ctx, rank); err != nil {
		l.log.ErrorContext(ctx, "rank not tuned", "rank", rank, "err", err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.busy, rank)
}

// Close stops all tunings and waits for them.
func (l *Loft) Close() {
	l.mu.Lock()
	l.closed = true
	l.mu.Unlock()
	l.stop()
	l.tunings.Wait()
}
