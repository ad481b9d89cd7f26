// Package bad schedules camera work on a satellite. Before each task it waits for the
// moment of the pass with a bare receive of a timer, in a method that has no context:
// a plan that is called off still waits for its pass, up to ninety minutes.
package bad

import (
	"context"
	"fmt"
	"log/slog"
	"time"
)

// Task is one picture to be taken.
type Task struct {
	Target string
	Pass   time.Time
}

// Camera takes pictures.
type Camera interface {
	Shoot(ctx context.Context, target string) error
}

// Clock is the time on board.
type Clock interface {
	Until(t time.Time) time.Duration
}

type executor struct {
	Clock
	camera Camera
	limit  time.Duration
}

// Planner runs plans.
type Planner struct {
	exec executor
	log  *slog.Logger
}

// NewPlanner makes a planner.
func NewPlanner(c Clock, cam Camera, limit time.Duration, log *slog.Logger) *Planner {
	return &Planner{exec: executor{Clock: c, camera: cam, limit: limit}, log: log}
}

// Carry carries the plan out, in order.
func (p *Planner) Carry(ctx context.Context, plan []Task) error {
	for i, t := range plan {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("after %d of %d tasks: %w", i, len(plan), err)
		}
		p.exec.align(t) // OR ignored-done
		if err := p.exec.run(ctx, t); err != nil {
			return fmt.Errorf("task %d: %w", i, err)
		}
		p.log.InfoContext(ctx, "picture taken", "target", t.Target)
	}
	return nil
}

func (e *executor) align(t Task) {
	d := e.Until(t.Pass)
	if d <= 0 {
		return
	}
	timer := time.NewTimer(d)
	<-timer.C // EXPECT ignored-done
}

func (e *executor) run(ctx context.Context, t Task) error {
	ctx, cancel := context.WithTimeout(ctx, e.limit)
	defer cancel()
	return e.camera.Shoot(ctx, t.Target)
}
