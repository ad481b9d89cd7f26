// Package good runs firing jobs from a queue and puts failed ones back with a growing delay, at
// most eight times. A job may also ask to be tried later; that is counted like any other try.
package good

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"
)

const (
	maxRuns  = 8
	jobLimit = 2 * time.Minute
)

// Later is returned by a job that wants to be tried again after a while.
type Later struct {
	After time.Duration
	Why   string
}

func (l *Later) Error() string { return "later: " + l.Why }

// Job is one firing.
type Job struct {
	ID   string
	Kiln string
	Runs int // so far
}

// Queue hands out jobs that are due.
type Queue interface {
	Next(ctx context.Context) (*Job, error)
	PutBack(ctx context.Context, j *Job, due time.Time) error
	Bury(ctx context.Context, j *Job, why string) error
	Remove(ctx context.Context, j *Job) error
}

// Runner executes jobs.
type Runner struct {
	queue Queue
	fire  func(ctx context.Context, j *Job) error
	log   *slog.Logger
}

// Run works until ctx ends or the queue fails.
func (r *Runner) Run(ctx context.Context) error {
	for {
		job, err := r.queue.Next(ctx)
		if err != nil {
			return fmt.Errorf("next job: %w", err)
		}
		if err := r.settle(ctx, job, r.execute(ctx, job)); err != nil {
			return fmt.Errorf("settle job %s: %w", job.ID, err)
		}
	}
}

func (r *Runner) execute(ctx context.Context, job *Job) error {
	ctx, cancel := context.WithTimeout(ctx, jobLimit)
	defer cancel()
	return r.fire(ctx, job)
}

func (r *Runner) settle(ctx context.Context, job *Job, result error) error {
	if result == nil {
		return r.queue.Remove(ctx, job)
	}
	job.Runs++
	if job.Runs >= maxRuns {
		r.log.ErrorContext(ctx, "job given up", "job", job.ID, "err", result)
		return r.queue.Bury(ctx, job, result.Error())
	}
	var later *Later
	if errors.As(result, &later) {
		r.log.InfoContext(ctx, "job wants to run later", "job", job.ID, "why", later.Why)
		return r.queue.PutBack(ctx, job, time.Now().Add(later.After))
	}
	return r.queue.PutBack(ctx, job, time.Now().Add(delay(job.Runs)))
}

func delay(runs int) time.Duration {
	d := min(5*time.Second<<min(runs, 10), 10*time.Minute)
	return d/2 + rand.N(d/2)
}
