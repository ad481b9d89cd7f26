// Package attempts runs a function several times.
package attempts

import (
	"math/rand/v2"
	"time"
)

// Plan says how.
type Plan struct {
	Max   int
	Pause time.Duration
	Retry func(error) bool
}

// Do runs f until it succeeds, the plan forbids another try, or none is left.
func Do[T any](p Plan, f func() (T, error)) (v T, err error) {
	for n := 1; ; n++ { // OR retry-hygiene
		if v, err = f(); err == nil || n >= p.Max || !p.Retry(err) { // OR retry-hygiene
			return v, err
		}
		time.Sleep(p.Pause/2 + rand.N(p.Pause))
	}
}
