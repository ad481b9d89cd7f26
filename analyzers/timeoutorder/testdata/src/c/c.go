package c

import (
	"context"
	"database/sql"
	"time"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"
)

type jobs struct{ db *sql.DB }

// Six attempts of five seconds each.
func (j *jobs) stamp(ctx context.Context, id string) (err error) {
	for range 6 {
		if err = j.once(ctx); err == nil {
			return nil
		}
	}
	return err
}

func (j *jobs) once(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	return j.db.PingContext(ctx)
}

func short(ctx workflow.Context, id string) error {
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		StartToCloseTimeout: 10 * time.Second, // want `an attempt of \(\*jobs\).stamp is cut after 10s, but it may take 30s \(6 attempts of up to 5s\)`
		RetryPolicy:         &temporal.RetryPolicy{InitialInterval: time.Second, MaximumAttempts: 3},
	})
	var j *jobs
	return workflow.ExecuteActivity(ctx, j.stamp, id).Get(ctx, nil)
}

func long(ctx workflow.Context, id string) error {
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		StartToCloseTimeout:    time.Minute,
		ScheduleToCloseTimeout: 5 * time.Minute,
		RetryPolicy:            &temporal.RetryPolicy{InitialInterval: time.Second, MaximumAttempts: 3},
	})
	var j *jobs
	return workflow.ExecuteActivity(ctx, j.stamp, id).Get(ctx, nil)
}

// What limits all attempts is used up by the first.
func same(ctx workflow.Context, id string) error {
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		StartToCloseTimeout:    time.Minute,
		ScheduleToCloseTimeout: time.Minute, // want `one attempt inside may take 1m, set at c.go:\d+, as long as the whole call with its deadline of 1m`
		RetryPolicy:            &temporal.RetryPolicy{InitialInterval: time.Second, MaximumAttempts: 3},
	})
	var j *jobs
	return workflow.ExecuteActivity(ctx, j.stamp, id).Get(ctx, nil)
}

// It is not to be repeated.
func single(ctx workflow.Context, id string) error {
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		StartToCloseTimeout:    time.Minute,
		ScheduleToCloseTimeout: time.Minute,
		RetryPolicy:            &temporal.RetryPolicy{MaximumAttempts: 1},
	})
	var j *jobs
	return workflow.ExecuteActivity(ctx, j.stamp, id).Get(ctx, nil)
}
