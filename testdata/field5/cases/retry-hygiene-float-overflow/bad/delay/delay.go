// Package delay computes waits between attempts.
package delay

import (
	"math"
	"math/rand/v2"
	"time"
)

// Growing is a wait that grows with the number of failures, from Base to Limit, less up to
// a quarter.
type Growing struct {
	Base, Limit time.Duration
	Factor      float64
}

// After returns the wait after a number of failures, counted from 0.
func (g Growing) After(failures int) time.Duration {
	d := time.Duration(float64(g.Base) * math.Pow(g.Factor, float64(failures))) // EXPECT retry-hygiene
	d = min(d, g.Limit)                                                         // OR retry-hygiene
	return d - time.Duration(0.25*rand.Float64()*float64(d))
}
