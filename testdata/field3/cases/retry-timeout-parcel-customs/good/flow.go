// Package good clears parcels through customs in a workflow.
// The activity makes one call. The workflow's policy repeats it.
package good

import (
	"context"
	"time"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"
)

const callLimit = 5 * time.Second

// Declaration is what a parcel holds.
type Declaration struct {
	Parcel string
	Goods  []string
	Value  int64
}

// Ruling is the office's decision.
type Ruling struct {
	Duty    int64
	Cleared bool
}

// Office is asked for a decision; asking again returns the same one.
type Office interface {
	Rule(ctx context.Context, d Declaration) (Ruling, error)
}

// Activities need the office.
type Activities struct{ Office Office }

// Clear is the workflow.
func Clear(ctx workflow.Context, d Declaration) (Ruling, error) {
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		StartToCloseTimeout: 10 * time.Second,
		RetryPolicy: &temporal.RetryPolicy{
			InitialInterval:    time.Second,
			BackoffCoefficient: 2,
			MaximumInterval:    time.Minute,
			MaximumAttempts:    8,
		},
	})
	var a *Activities
	var r Ruling
	err := workflow.ExecuteActivity(ctx, a.Ask, d).Get(ctx, &r)
	return r, err
}

// Ask asks the office.
func (a *Activities) Ask(ctx context.Context, d Declaration) (Ruling, error) {
	ctx, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	return a.Office.Rule(ctx, d)
}
