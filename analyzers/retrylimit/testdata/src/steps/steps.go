// Package steps waits with back-offs that end at their cap.
package steps

import (
	"context"
	"math"
	"time"

	"k8s.io/apimachinery/pkg/util/wait"
)

var everMinute = wait.Backoff{Duration: time.Second, Factor: 2, Steps: math.MaxInt32, Cap: time.Minute} // want `after 6 attempts, when the next delay would be above 1m, ExponentialBackoffWithContext gives up`

func ever(ctx context.Context, f func(context.Context) (bool, error)) error {
	return wait.ExponentialBackoffWithContext(ctx, everMinute, f)
}

func local(f func() (bool, error)) error {
	b := wait.Backoff{Duration: time.Second, Factor: 1.5, Steps: 1 << 20, Cap: 10 * time.Second} // want `gives up`
	return wait.ExponentialBackoff(b, f)
}

func inline(f func() (bool, error)) error {
	return wait.ExponentialBackoff(wait.Backoff{Duration: time.Second, Factor: 3, Steps: 10000, Cap: time.Hour}, f) // want `gives up`
}

func noCap(f func() (bool, error)) error {
	return wait.ExponentialBackoff(wait.Backoff{Duration: time.Second, Factor: 1.1, Steps: math.MaxInt32}, f)
}

func constantDelay(f func() (bool, error)) error {
	return wait.ExponentialBackoff(wait.Backoff{Duration: time.Second, Factor: 1, Steps: math.MaxInt32, Cap: time.Minute}, f)
}

func fewSteps(f func() (bool, error)) error {
	return wait.ExponentialBackoff(wait.Backoff{Duration: time.Second, Factor: 2, Steps: 10, Cap: time.Minute}, f)
}

func changed(f func() (bool, error), n int) error {
	b := wait.Backoff{Duration: time.Second, Factor: 2, Cap: time.Minute}
	b.Steps = n
	return wait.ExponentialBackoff(b, f)
}
