// Package ok takes orders for dyeing cloth. The handler makes a closure that will take hours and hands it
// to the works, whose vats run it under their own context. What blocks in there does not block the
// request, and is not to end with it.
package ok

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// Vat is a pot of dye.
type Vat interface {
	Fill(ctx context.Context, colour string) error
	Dip(ctx context.Context, metres int) error
	Empty(ctx context.Context) error
}

// Job is run with a vat of its own.
type Job func(ctx context.Context, v Vat) error

// ErrBusy is returned when too many jobs wait.
var ErrBusy = errors.New("too many orders")

// Works have vats.
type Works struct {
	jobs  chan Job
	limit time.Duration
	log   *slog.Logger
	wg    sync.WaitGroup
}

// Start runs jobs on the vats until ctx ends.
func Start(ctx context.Context, limit time.Duration, log *slog.Logger, vats ...Vat) *Works {
	w := &Works{jobs: make(chan Job, 4*len(vats)), limit: limit, log: log}
	for _, v := range vats {
		w.wg.Go(func() { w.serve(ctx, v) })
	}
	return w
}

func (w *Works) serve(ctx context.Context, v Vat) {
	for {
		select {
		case job := <-w.jobs:
			if err := w.run(ctx, v, job); err != nil {
				w.log.ErrorContext(ctx, "cloth spoiled", "err", err)
			}
		case <-ctx.Done():
			return
		}
	}
}

func (w *Works) run(ctx context.Context, v Vat, job Job) error {
	ctx, cancel := context.WithTimeout(ctx, w.limit)
	defer cancel()
	return job(ctx, v)
}

// Wait returns when the vats have stopped.
func (w *Works) Wait() { w.wg.Wait() }

func (w *Works) submit(j Job) error {
	select {
	case w.jobs <- j:
		return nil
	default:
		return ErrBusy
	}
}

// ServeHTTP takes one order.
func (w *Works) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	metres, err := strconv.Atoi(r.FormValue("metres"))
	if err != nil || metres <= 0 {
		http.Error(rw, "how many metres?", http.StatusBadRequest)
		return
	}
	colour := r.FormValue("colour")
	err = w.submit(func(ctx context.Context, v Vat) error {
		if err := v.Fill(ctx, colour); err != nil {
			return fmt.Errorf("fill with %s: %w", colour, err)
		}
		soak := time.NewTimer(time.Duration(metres) * time.Minute)
		defer soak.Stop()
		select {
		case <-soak.C:
		case <-ctx.Done():
			return ctx.Err()
		}
		if err := v.Dip(ctx, metres); err != nil {
			return fmt.Errorf("dip %d m: %w", metres, err)
		}
		return v.Empty(ctx)
	})
	if err != nil {
		http.Error(rw, err.Error(), http.StatusServiceUnavailable)
		return
	}
	rw.WriteHeader(http.StatusAccepted)
}
