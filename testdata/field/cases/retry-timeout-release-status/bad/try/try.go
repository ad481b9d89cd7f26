// Package try repeats functions that may fail now and then.
package try

import (
	"math/rand/v2"
	"time"
)

const pause = 800 * time.Millisecond

// Do calls fn with 1, 2, … up to max while it returns true and an error.
func Do(max int, fn func(n int) (again bool, err error)) error {
	for n := 1; ; n++ { // OR retry-timeout
		again, err := fn(n) // OR retry-timeout
		if err == nil || !again || n >= max {
			return err
		}
		time.Sleep(pause + rand.N(pause)) // OR retry-timeout
	}
}
