// Package exports builds spreadsheets in the background.
package exports

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/google/uuid"
)

// ErrFull is returned when too many exports wait already.
var ErrFull = errors.New("too many exports")

// Queue runs jobs with a fixed number of workers.
type Queue struct {
	jobs  chan func(context.Context)
	limit time.Duration
}

// NewQueue returns a queue with room for depth jobs, each of which gets limit.
func NewQueue(depth int, limit time.Duration) *Queue {
	return &Queue{jobs: make(chan func(context.Context), depth), limit: limit}
}

// Add queues a job, without waiting for room.
func (q *Queue) Add(job func(context.Context)) error {
	select {
	case q.jobs <- job:
		return nil
	default:
		return ErrFull
	}
}

// Run works with n workers until ctx ends.
func (q *Queue) Run(ctx context.Context, n int) {
	var wg sync.WaitGroup
	defer wg.Wait()
	for range n {
		wg.Go(func() {
			for {
				select {
				case job := <-q.jobs:
					q.run(ctx, job)
				case <-ctx.Done():
					return
				}
			}
		})
	}
}

func (q *Queue) run(ctx context.Context, job func(context.Context)) {
	ctx, cancel := context.WithTimeout(ctx, q.limit)
	defer cancel()
	job(ctx)
}

// Builder builds an export and stores it under id.
type Builder interface {
	Build(ctx context.Context, id, account string) error
}

// Handler accepts exports.
type Handler struct {
	queue   *Queue
	builder Builder
	log     *slog.Logger
}

// NewHandler returns a handler.
func NewHandler(q *Queue, b Builder, log *slog.Logger) *Handler {
	return &Handler{queue: q, builder: b, log: log}
}

// ServeHTTP is POST /accounts/{account}/exports. The answer does not wait for the export.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	id, account := uuid.NewString(), r.PathValue("account")
	err := h.queue.Add(func(ctx context.Context) {
		if err := h.builder.Build(ctx, id, account); err != nil {
			h.log.ErrorContext(ctx, "export", "id", id, "account", account, "err", err)
		}
	})
	if err != nil {
		w.Header().Set("Retry-After", "30")
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return
	}
	w.Header().Set("Location", "/exports/"+id)
	w.WriteHeader(http.StatusAccepted)
}
