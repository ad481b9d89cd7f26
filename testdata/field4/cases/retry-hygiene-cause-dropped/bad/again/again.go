// Package again repeats reads that failed.
package again

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"
)

type stop struct{ error }

func (s stop) Unwrap() error { return s.error }

// Stop marks an error after which there is no sense in another try.
func Stop(err error) error { return stop{err} }

// Do calls fn until it succeeds, up to tries times.
func Do[T any](ctx context.Context, tries int, fn func(context.Context) (T, error)) (T, error) {
	for n := 1; ; n++ {
		v, err := fn(ctx)
		var final stop
		if err == nil || errors.As(err, &final) || ctx.Err() != nil {
			return v, err
		}
		if n >= tries {
			return v, fmt.Errorf("gave up after %d tries", n) // EXPECT retry-hygiene
		}
		t := time.NewTimer(time.Duration(n)*150*time.Millisecond + rand.N(150*time.Millisecond))
		select {
		case <-t.C:
		case <-ctx.Done():
			t.Stop()
			return v, errors.Join(err, ctx.Err())
		}
	}
}
