// Package guards has tests that are to leave out the delay after the last attempt.
package guards

import (
	"context"
	"errors"
	"net/http"
	"time"
)

const tries = 5

var errPermanent = errors.New("permanent")

type config struct {
	Tries int
	Pause time.Duration
}

func ask() error { _, err := http.Get("http://store"); return err }

// The index never reaches the number of tries inside the loop.
func field(cfg config) error {
	var last error
	for i := 0; i < cfg.Tries; i++ {
		if last = ask(); last == nil {
			return nil
		}
		if i < cfg.Tries { // want `i < cfg.Tries comes out the same in each turn`
			time.Sleep(cfg.Pause)
		}
	}
	return last
}

// The same with a return that is never reached.
func leaves(ctx context.Context, pause time.Duration) error {
	var last error
	for i := 0; i < tries; i++ {
		if last = ask(); last == nil {
			return nil
		}
		if i == tries || errors.Is(last, errPermanent) { // want `i == tries comes out the same in each turn`
			return last
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
	}
	return last
}

func ranges(n int, pause time.Duration) error {
	var last error
	for i := range n {
		if last = ask(); last == nil {
			return nil
		}
		if i != n { // want `i != n comes out the same in each turn`
			time.Sleep(pause << i)
		}
	}
	return last
}

func fromOne(n int, pause time.Duration) error {
	var last error
	for i := 1; i <= n; i++ {
		if last = ask(); last == nil {
			return nil
		}
		if i > n { // want `i > n comes out the same in each turn`
			break
		}
		time.Sleep(pause)
	}
	return last
}

func overDelays(pauses []time.Duration) error {
	var last error
	for i, d := range pauses {
		if last = ask(); last == nil {
			return nil
		}
		if i < len(pauses) { // want `i < len\(pauses\) comes out the same in each turn`
			time.Sleep(d)
		}
	}
	return last
}

// again is a helper that takes the operation.
func again[T any](cfg config, fn func() (T, error)) (T, error) {
	var v T
	var err error
	for i := 0; i < cfg.Tries; i++ {
		if v, err = fn(); err == nil {
			return v, nil
		}
		if i < cfg.Tries { // want `i < cfg.Tries comes out the same in each turn`
			time.Sleep(cfg.Pause)
		}
	}
	return v, err
}

func uses(cfg config) (int, error) {
	return again(cfg, func() (int, error) { return 0, ask() })
}

// Right: the last attempt is told.
func right(cfg config) error {
	var last error
	for i := 0; i < cfg.Tries; i++ {
		if last = ask(); last == nil {
			return nil
		}
		if i < cfg.Tries-1 {
			time.Sleep(cfg.Pause)
		}
	}
	return last
}

func rightPlus(cfg config) error {
	var last error
	for i := 0; i < cfg.Tries; i++ {
		if last = ask(); last == nil {
			return nil
		}
		if i+1 == cfg.Tries {
			break
		}
		time.Sleep(cfg.Pause)
	}
	return last
}

// Right: the head of the loop lets the bound in.
func rightInclusive(retries int, pause time.Duration) error {
	var last error
	for i := 0; i <= retries; i++ {
		if last = ask(); last == nil {
			return nil
		}
		if i == retries {
			return last
		}
		time.Sleep(pause)
	}
	return last
}

func rightInclusiveLess(retries int, pause time.Duration) error {
	var last error
	for i := 0; i <= retries; i++ {
		if last = ask(); last == nil {
			return nil
		}
		if i < retries {
			time.Sleep(pause)
		}
	}
	return last
}

// Right: the index is counted in the body, before the test.
func rightCounted(n int, pause time.Duration) error {
	var last error
	for i := 0; i < n; {
		if last = ask(); last == nil {
			return nil
		}
		i++
		if i < n {
			time.Sleep(pause)
		}
	}
	return last
}

// Right: another bound.
func rightOther(n, soft int, pause time.Duration) error {
	var last error
	for i := 0; i < n; i++ {
		if last = ask(); last == nil {
			return nil
		}
		if i < soft {
			time.Sleep(pause)
		}
	}
	return last
}

// Right: a second test leaves it out.
func rightTwice(n int, pause time.Duration) error {
	var last error
	for i := 0; i < n; i++ {
		if last = ask(); last == nil {
			return nil
		}
		if i == n-1 {
			return last
		}
		if i < n {
			time.Sleep(pause)
		}
	}
	return last
}

// Right: too short to matter.
func short(n int) error {
	var last error
	for i := 0; i < n; i++ {
		if last = ask(); last == nil {
			return nil
		}
		if i < n {
			time.Sleep(time.Millisecond)
		}
	}
	return last
}
