// Package ok harvests by night, in a workflow. The activity retries the combine's start by itself,
// because it must stay on the same machine. So the workflow's policy has one attempt, and the
// start-to-close time holds four starts of thirty seconds and their pauses.
package ok

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"
)

const starts = 4

// Combine starts when it is told so; one that runs goes on running.
type Combine interface {
	Start(ctx context.Context, field string) error
}

// Activities need a combine.
type Activities struct{ Combine Combine }

// Harvest is the workflow.
func Harvest(ctx workflow.Context, fields []string) error {
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		StartToCloseTimeout: 4 * time.Minute,
		HeartbeatTimeout:    time.Minute,
		RetryPolicy:         &temporal.RetryPolicy{MaximumAttempts: 1},
	})
	var a *Activities
	for _, f := range fields {
		if err := workflow.ExecuteActivity(ctx, a.Start, f).Get(ctx, nil); err != nil {
			return err
		}
	}
	return nil
}

// Start starts the combine on a field.
func (a *Activities) Start(ctx context.Context, field string) error {
	var errs []error
	for n := range starts {
		if n > 0 {
			t := time.NewTimer(10*time.Second + rand.N(10*time.Second))
			select {
			case <-ctx.Done():
				t.Stop()
				return errors.Join(append(errs, ctx.Err())...)
			case <-t.C:
			}
		}
		activity.RecordHeartbeat(ctx, n)
		err := a.start(ctx, field)
		if err == nil {
			return nil
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

func (a *Activities) start(ctx context.Context, field string) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	return a.Combine.Start(ctx, field)
}
