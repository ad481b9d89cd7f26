// Package good works off indexing jobs that are rows in Postgres.
package good

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	claimJob = `UPDATE jobs SET state = 'running', started_at = now()
		WHERE id = (SELECT id FROM jobs WHERE state = 'queued' ORDER BY id FOR UPDATE SKIP LOCKED LIMIT 1)
		RETURNING id, repository, commit`
	closeJob = `UPDATE jobs SET state = $2, failure = $3, finished_at = now() WHERE id = $1`
)

// Job is one commit to index.
type Job struct {
	ID         int64
	Repository string
	Commit     string
}

// Worker takes jobs one after the other.
type Worker struct {
	db    *pgxpool.Pool
	index func(ctx context.Context, j Job) error
	limit time.Duration
	poll  time.Duration
	log   *slog.Logger
}

// NewWorker returns a worker that gives each job limit.
func NewWorker(db *pgxpool.Pool, index func(context.Context, Job) error, limit, poll time.Duration, log *slog.Logger) *Worker {
	return &Worker{db: db, index: index, limit: limit, poll: poll, log: log}
}

// Run works until ctx is done.
func (w *Worker) Run(ctx context.Context) error {
	tick := time.NewTicker(w.poll)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
		job, err := w.claim(ctx)
		if errors.Is(err, pgx.ErrNoRows) {
			continue
		}
		if err == nil {
			err = w.handle(ctx, job)
		}
		if err != nil {
			w.log.Error("job", "id", job.ID, "err", err)
		}
	}
}

func (w *Worker) claim(ctx context.Context) (Job, error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	var j Job
	err := w.db.QueryRow(ctx, claimJob).Scan(&j.ID, &j.Repository, &j.Commit)
	return j, err
}

func (w *Worker) handle(ctx context.Context, j Job) error {
	ctx, cancel := context.WithTimeout(ctx, w.limit)
	defer cancel()

	state, failure := "done", ""
	if err := w.index(ctx, j); err != nil {
		state, failure = "failed", err.Error()
	}
	closing, cancelClosing := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancelClosing()
	if _, err := w.db.Exec(closing, closeJob, j.ID, state, failure); err != nil {
		return fmt.Errorf("close job: %w", err)
	}
	return nil
}
