// Package bad clears parcels through customs in a workflow.
// The activity makes up to six calls of five seconds and waits in between. The workflow allows it
// ten seconds, after which it is cut in its second or third call and started over as a whole.
package bad

import (
	"context"
	"errors"
	"math/rand/v2"
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
		StartToCloseTimeout: 10 * time.Second, // EXPECT retry-timeout
		RetryPolicy: &temporal.RetryPolicy{ // OR retry-timeout
			InitialInterval:    time.Second,
			BackoffCoefficient: 2,
			MaximumInterval:    time.Minute,
			MaximumAttempts:    8, // OR retry-timeout
		},
	})
	var a *Activities
	var r Ruling
	err := workflow.ExecuteActivity(ctx, a.Ask, d).Get(ctx, &r) // OR retry-timeout
	return r, err
}

// Ask asks the office.
func (a *Activities) Ask(ctx context.Context, d Declaration) (Ruling, error) {
	var errs []error
	for i := range 6 { // OR retry-timeout
		if i > 0 {
			t := time.NewTimer(time.Second<<min(i, 3) + rand.N(time.Second))
			select {
			case <-ctx.Done():
				t.Stop()
				return Ruling{}, errors.Join(append(errs, ctx.Err())...)
			case <-t.C:
			}
		}
		r, err := a.ask(ctx, d) // OR retry-timeout
		if err == nil {
			return r, nil
		}
		errs = append(errs, err)
	}
	return Ruling{}, errors.Join(errs...)
}

func (a *Activities) ask(ctx context.Context, d Declaration) (Ruling, error) {
	ctx, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	return a.Office.Rule(ctx, d)
}
