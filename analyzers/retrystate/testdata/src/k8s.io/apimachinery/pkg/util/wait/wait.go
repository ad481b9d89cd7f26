// Package wait declares what the tests call.
package wait

import (
	"context"
	"time"
)

type Backoff struct {
	Duration time.Duration
	Factor   float64
	Steps    int
}

type ConditionFunc func() (bool, error)

type ConditionWithContextFunc func(context.Context) (bool, error)

func ExponentialBackoff(b Backoff, f ConditionFunc) error { return nil }

func ExponentialBackoffWithContext(ctx context.Context, b Backoff, f ConditionWithContextFunc) error {
	return nil
}

func PollUntilContextTimeout(ctx context.Context, interval, timeout time.Duration, immediate bool, f ConditionWithContextFunc) error {
	return nil
}
