// Package until repeats functions for some time.
package until

import (
	"fmt"
	"time"
)

// Nil calls fn until it returns nil, with delay in between, and gives up after limit.
func Nil(limit, delay time.Duration, fn func() error) error {
	begun := time.Now()
	for {
		err := fn()
		if err == nil {
			return nil
		}
		if time.Since(begun)+delay > limit {
			return fmt.Errorf("not done after %s: %w", limit, err)
		}
		time.Sleep(delay)
	}
}
