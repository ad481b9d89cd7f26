// Package bad books fines of a library in a job. The job inserts the fine and then tells the
// reader; when that fails, the queue runs the whole job again and the fine is booked again.
package bad

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
)

// FineArgs is a job.
type FineArgs struct {
	Reader string `json:"reader"`
	Cents  int    `json:"cents"`
}

// Kind implements river.JobArgs.
func (FineArgs) Kind() string { return "fine" }

// Notify tells a reader. The notice carries an id by which it is shown once.
type Notify func(ctx context.Context, id, reader, text string) error

// FineWorker books fines.
type FineWorker struct {
	river.WorkerDefaults[FineArgs]
	pool   *pgxpool.Pool
	notify Notify
}

// Timeout implements river.Worker.
func (w *FineWorker) Timeout(*river.Job[FineArgs]) time.Duration { return 30 * time.Second }

// Work implements river.Worker.
func (w *FineWorker) Work(ctx context.Context, job *river.Job[FineArgs]) error { // OR retry-effect
	if err := w.book(ctx, job.Args); err != nil { // OR retry-effect
		return err
	}
	text := fmt.Sprintf("You owe %d cents.", job.Args.Cents)
	if err := w.notify(ctx, fmt.Sprintf("fine-%d", job.ID), job.Args.Reader, text); err != nil { // OR retry-effect
		return fmt.Errorf("notify: %w", err)
	}
	return nil
}

func (w *FineWorker) book(ctx context.Context, a FineArgs) error {
	_, err := w.pool.Exec(ctx, `INSERT INTO fine (reader, cents) VALUES ($1, $2)`, a.Reader, a.Cents) // EXPECT retry-effect
	if err != nil {
		return fmt.Errorf("book: %w", err)
	}
	return nil
}
