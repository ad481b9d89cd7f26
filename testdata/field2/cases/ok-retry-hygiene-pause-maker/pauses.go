// Package ok turns the mirrors of a lighthouse. What all calls share is a function; each call gets a
// back-off of its own from it.
package ok

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/cenkalti/backoff/v4"
)

var newPauses = func() backoff.BackOff {
	return backoff.NewExponentialBackOff(
		backoff.WithInitialInterval(300*time.Millisecond),
		backoff.WithMaxInterval(5*time.Second),
		backoff.WithMaxElapsedTime(40*time.Second),
	)
}

// Motor turns a mirror to an angle.
type Motor interface {
	Turn(ctx context.Context, mirror, degrees int) error
}

// Light has mirrors.
type Light struct{ motor Motor }

// Turn turns all mirrors at the same time.
func (l *Light) Turn(ctx context.Context, degrees ...int) error {
	errs := make([]error, len(degrees))
	var wg sync.WaitGroup
	for i, d := range degrees {
		wg.Go(func() {
			errs[i] = backoff.Retry(func() error {
				ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
				defer cancel()
				return l.motor.Turn(ctx, i, d)
			}, backoff.WithContext(newPauses(), ctx))
		})
	}
	wg.Wait()
	return errors.Join(errs...)
}
