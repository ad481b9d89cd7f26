package wait

import (
	"context"
	"time"
)

type Backoff struct {
	Duration time.Duration
	Factor   float64
	Jitter   float64
	Steps    int
	Cap      time.Duration
}

type ConditionFunc func() (bool, error)
type ConditionWithContextFunc func(context.Context) (bool, error)

func ExponentialBackoff(b Backoff, c ConditionFunc) error { return nil }
func ExponentialBackoffWithContext(ctx context.Context, b Backoff, c ConditionWithContextFunc) error {
	return nil
}
func PollUntilContextTimeout(ctx context.Context, interval, timeout time.Duration, immediate bool, c ConditionWithContextFunc) error {
	return nil
}
func Until(f func(), period time.Duration, stop <-chan struct{}) {}
