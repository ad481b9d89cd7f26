// Package try repeats functions that may fail now and then.
package try

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"
)

const pause = 800 * time.Millisecond

// Do calls fn with 1, 2, … up to max while it returns true and an error and ctx lasts.
func Do(ctx context.Context, max int, fn func(n int) (again bool, err error)) error {
	for n := 1; ; n++ {
		again, err := fn(n)
		if err == nil || !again || n >= max || ctx.Err() != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return errors.Join(ctx.Err(), err)
		case <-time.After(pause + rand.N(pause)):
		}
	}
}
