// Package good books fines of a library in a job. The job's id is the fine's key, so a second
// run books nothing.
package good

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
func (w *FineWorker) Work(ctx context.Context, job *river.Job[FineArgs]) error {
	if err := w.book(ctx, job.ID, job.Args); err != nil {
		return err
	}
	text := fmt.Sprintf("You owe %d cents.", job.Args.Cents)
	if err := w.notify(ctx, fmt.Sprintf("fine-%d", job.ID), job.Args.Reader, text); err != nil {
		return fmt.Errorf("notify: %w", err)
	}
	return nil
}

func (w *FineWorker) book(ctx context.Context, id int64, a FineArgs) error {
	_, err := w.pool.Exec(ctx, `INSERT INTO fine (job, reader, cents) VALUES ($1, $2, $3) ON CONFLICT (job) DO NOTHING`, id, a.Reader, a.Cents)
	if err != nil {
		return fmt.Errorf("book: %w", err)
	}
	return nil
}
