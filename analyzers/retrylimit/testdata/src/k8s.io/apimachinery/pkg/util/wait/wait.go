// Package wait declares what the tests call.
package wait

import (
	"context"
	"time"
)

type Backoff struct {
	Duration       time.Duration
	Factor, Jitter float64
	Steps          int
	Cap            time.Duration
}

func ExponentialBackoff(b Backoff, f func() (bool, error)) error { return nil }
func ExponentialBackoffWithContext(ctx context.Context, b Backoff, f func(context.Context) (bool, error)) error {
	return nil
}
