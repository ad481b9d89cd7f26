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
	d := min(float64(g.Base)*math.Pow(g.Factor, float64(failures)), float64(g.Limit))
	return time.Duration(d - 0.25*rand.Float64()*d)
}
