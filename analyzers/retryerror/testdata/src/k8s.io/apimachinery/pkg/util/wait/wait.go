// Package wait declares what the tests call.
package wait

import "time"

type Backoff struct {
	Duration time.Duration
	Factor   float64
	Steps    int
}

type ConditionFunc func() (done bool, err error)

func ExponentialBackoff(backoff Backoff, condition ConditionFunc) error { return nil }
