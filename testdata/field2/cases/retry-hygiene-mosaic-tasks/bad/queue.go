// Package bad runs the tasks of a mosaic workshop again until they succeed.
// The pause is a shift by the count of failures, which has no bound. From the 34th on the product
// is negative or zero, the minimum with the maximum keeps that, and the task is due at once, for ever.
package bad

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"slices"
	"time"
)

const (
	firstPause = time.Second
	maxPause   = 24 * time.Hour
)

// Task is a piece of work.
type Task struct {
	ID       int64
	Failures uint
	due      time.Time
}

// Runner works on one task.
type Runner func(ctx context.Context, id int64) error

// Loop holds the tasks of one bench.
type Loop struct {
	run   Runner
	log   *slog.Logger
	tasks []*Task
}

// Run works until ctx ends.
func (l *Loop) Run(ctx context.Context) error {
	for len(l.tasks) > 0 { // OR retry-hygiene
		slices.SortFunc(l.tasks, func(a, b *Task) int { return a.due.Compare(b.due) })
		t := l.tasks[0]
		timer := time.NewTimer(time.Until(t.due)) // OR retry-hygiene
		select {
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		case <-timer.C:
		}
		if err := l.work(ctx, t); err != nil { // OR retry-hygiene
			t.Failures++
			d := pause(t.Failures) // OR retry-hygiene
			t.due = time.Now().Add(d + rand.N(firstPause))
			l.log.Warn("task failed", "task", t.ID, "failures", t.Failures, "again in", d, "err", err)
			continue
		}
		l.tasks = l.tasks[1:]
	}
	return nil
}

func (l *Loop) work(ctx context.Context, t *Task) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	return l.run(ctx, t.ID)
}

func pause(failures uint) time.Duration { // OR retry-hygiene
	return min(firstPause<<failures, maxPause) // EXPECT retry-hygiene
}
