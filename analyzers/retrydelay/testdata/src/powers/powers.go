// Package powers waits as another package says.
package powers

import (
	"context"
	"math"
	"math/rand/v2"
	"net/http"
	"time"

	"powers/wait"
)

type sender struct {
	hc   *http.Client
	plan wait.Plan
}

func (s *sender) ping(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://a.example", nil)
	if err != nil {
		return err
	}
	resp, err := s.hc.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (s *sender) next(ctx context.Context) error {
	for n := 0; ; n++ {
		if s.ping(ctx) == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(s.plan.Next(n)): // want `Plan.Next computes math.Pow\(p.Factor, float64\(n\)\), at wait.go:\d+, which overflows once n is large enough`
		}
	}
}

func (s *sender) shift(ctx context.Context) error {
	failures := 0
	for {
		if s.ping(ctx) == nil {
			return nil
		}
		failures++
		d := wait.Shift(time.Second, time.Minute, failures) // want `Shift computes first << n, at wait.go:\d+`
		d += rand.N(time.Second)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(d):
		}
	}
}

func (s *sender) exp(ctx context.Context) error {
	for n := uint(0); ; n++ {
		if s.ping(ctx) == nil {
			return nil
		}
		time.Sleep(wait.Exp(n)) // want `Exp computes math.Exp2\(float64\(n\)\)`
	}
}

func (s *sender) doubled(ctx context.Context) error {
	for n := 1; ; n++ {
		if s.ping(ctx) == nil {
			return nil
		}
		t := time.NewTimer(wait.Doubled(time.Second, time.Minute, n)) // want `Doubled computes d, at wait.go:\d+`
		select {
		case <-ctx.Done():
			t.Stop()
			return ctx.Err()
		case <-t.C:
		}
	}
}

func (s *sender) ranged(ctx context.Context) error {
	for n := 1; ; n++ {
		if s.ping(ctx) == nil {
			return nil
		}
		time.Sleep(wait.Ranged(time.Second, time.Minute, n)) // want `Ranged computes d \* 2`
	}
}

// Right: capped in time, or few attempts.

func (s *sender) right(ctx context.Context) error {
	for n := 0; ; n++ {
		if s.ping(ctx) == nil {
			return nil
		}
		time.Sleep(s.plan.Float(n))
		if s.ping(ctx) == nil {
			return nil
		}
		time.Sleep(wait.Clamped(time.Second, time.Minute, n))
	}
}

func (s *sender) compared(ctx context.Context) error {
	for n := 0; ; n++ {
		if s.ping(ctx) == nil {
			return nil
		}
		time.Sleep(wait.Compared(time.Second, time.Minute, n))
	}
}

func (s *sender) doubledTo(ctx context.Context) error {
	for n := 0; ; n++ {
		if s.ping(ctx) == nil {
			return nil
		}
		time.Sleep(wait.DoubledTo(time.Second, time.Minute, n))
	}
}

func (s *sender) few(ctx context.Context) error {
	var err error
	for n := range 5 {
		if err = s.ping(ctx); err == nil {
			return nil
		}
		if n < 4 {
			time.Sleep(wait.Shift(time.Second, time.Minute, n))
		}
	}
	return err
}

func (s *sender) limited(ctx context.Context) error {
	for n := 0; ; n++ {
		err := s.ping(ctx)
		if err == nil || n > 8 {
			return err
		}
		time.Sleep(wait.Shift(time.Second, time.Minute, n))
	}
}

// The timer is set to another length after a success.
func (s *sender) follow(ctx context.Context) {
	timer := time.NewTimer(time.Second)
	defer timer.Stop()
	failures := 0
	for {
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
		}
		if err := s.ping(ctx); err != nil {
			failures++
			timer.Reset(raised(failures))
			continue
		}
		failures = 0
		timer.Reset(30 * time.Second)
	}
}

func raised(failures int) time.Duration {
	d := time.Duration(math.Pow(2, float64(failures-1))) * time.Second // want `overflows once failures is large enough`
	if d > time.Minute {
		d = time.Minute
	}
	return d
}

// Limited before, and never raised: the power is of a success.
func (s *sender) followLimited(ctx context.Context) {
	timer := time.NewTimer(time.Second)
	defer timer.Stop()
	failures, sent := 0, 0
	for {
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
		}
		if err := s.ping(ctx); err != nil {
			failures = min(failures+1, 8)
			timer.Reset(time.Second << failures)
			continue
		}
		failures = 0
		sent++
		timer.Reset(30 * time.Second)
	}
}
