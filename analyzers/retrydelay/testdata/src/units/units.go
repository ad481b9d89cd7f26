// Package units gives drivers and clients their delays: as functions, and as
// numbers without a unit.
package units

import (
	"context"
	"database/sql"
	"math/rand/v2"
	"time"

	"github.com/avast/retry-go/v4"
	"github.com/cenkalti/backoff/v4"
	"github.com/hashicorp/go-retryablehttp"
	"k8s.io/apimachinery/pkg/util/wait"
)

// The delay is the same each time, and none.
func fixed(ctx context.Context, db *sql.DB) error {
	return retry.Do(func() error { // want `tried again at once, 5 times in a row`
		return db.PingContext(ctx)
	}, retry.Attempts(5), retry.Delay(0), retry.DelayType(retry.FixedDelay), retry.Context(ctx))
}

func endless(ctx context.Context, db *sql.DB) error {
	return retry.Do(func() error { // want `tried again at once, for as long as the failure lasts`
		return db.PingContext(ctx)
	}, retry.Attempts(0), retry.Delay(0), retry.DelayType(retry.FixedDelay), retry.Context(ctx))
}

func own(ctx context.Context, db *sql.DB) error {
	return retry.Do(func() error { // want `tried again at once, 5 times in a row`
		return db.PingContext(ctx)
	}, retry.Attempts(5), retry.DelayType(func(uint, error, *retry.Config) time.Duration { return 0 }), retry.Context(ctx))
}

// The random part waits.
func random(ctx context.Context, db *sql.DB) error {
	return retry.Do(func() error { return db.PingContext(ctx) }, retry.Attempts(5), retry.Delay(0), retry.Context(ctx))
}

func randomAlone(ctx context.Context, db *sql.DB) error {
	return retry.Do(func() error { return db.PingContext(ctx) }, retry.Attempts(5), retry.Delay(0),
		retry.DelayType(retry.RandomDelay), retry.MaxJitter(time.Second), retry.Context(ctx))
}

func randomAdded(ctx context.Context, db *sql.DB) error {
	return retry.Do(func() error { return db.PingContext(ctx) }, retry.Attempts(5), retry.Delay(0),
		retry.DelayType(retry.CombineDelay(retry.FixedDelay, retry.RandomDelay)), retry.Context(ctx))
}

// The function waits, whatever the other option says.
func ownWaits(ctx context.Context, db *sql.DB) error {
	return retry.Do(func() error { return db.PingContext(ctx) }, retry.Attempts(5),
		retry.DelayType(func(uint, error, *retry.Config) time.Duration { return time.Second }), retry.Delay(0), retry.Context(ctx))
}

// What it returns is not in sight, or not always the same.
func handed(ctx context.Context, db *sql.DB, delay retry.DelayTypeFunc) error {
	return retry.Do(func() error { return db.PingContext(ctx) }, retry.Attempts(5), retry.DelayType(delay), retry.Delay(0), retry.Context(ctx))
}

func notTheFirst(ctx context.Context, db *sql.DB) error {
	return retry.Do(func() error { return db.PingContext(ctx) }, retry.Attempts(5),
		retry.DelayType(func(n uint, _ error, _ *retry.Config) time.Duration {
			if n > 1 {
				return time.Second
			}
			return 0
		}), retry.Context(ctx))
}

// Numbers without a unit.

const pause = 200

var options = []retry.Option{
	retry.Attempts(5),
	retry.Delay(pause),    // want `retry.Delay is given 200ns, which is no delay: a number without a unit is in nanoseconds`
	retry.MaxDelay(30000), // want `retry.MaxDelay is given 30µs`
}

func polled(ctx context.Context, db *sql.DB) error {
	return wait.PollUntilContextTimeout(ctx, 5, time.Minute, true, func(ctx context.Context) (bool, error) { // want `wait.PollUntilContextTimeout is given 5ns`
		return db.PingContext(ctx) == nil, nil
	})
}

var steps = wait.Backoff{Duration: 250, Factor: 2, Steps: 5} // want `Duration is given 250ns`

func constant() backoff.BackOff {
	ms := 500
	return backoff.WithMaxRetries(backoff.NewConstantBackOff(time.Duration(ms)), 4) // want `backoff.NewConstantBackOff is given 500ns`
}

func exponential() *backoff.ExponentialBackOff {
	b := backoff.NewExponentialBackOff(backoff.WithInitialInterval(100)) // want `backoff.WithInitialInterval is given 100ns`
	b.MaxInterval = 30                                                   // want `MaxInterval is given 30ns`
	return b
}

func client() *retryablehttp.Client {
	c := retryablehttp.NewClient()
	c.RetryWaitMin = 5 // want `RetryWaitMin is given 5ns`
	return c
}

var literal = &retryablehttp.Client{
	RetryMax:     3,
	RetryWaitMin: 500, // want `RetryWaitMin is given 500ns`
	RetryWaitMax: 30 * time.Second,
}

// With a unit, or from elsewhere.
func withUnit(n int, d time.Duration) []retry.Option {
	const step = 50 * time.Microsecond
	return []retry.Option{retry.Delay(step), retry.MaxDelay(20 * time.Nanosecond), retry.MaxJitter(d), retry.Delay(time.Duration(n)), retry.Delay(5e8)}
}

// One stands for none where a library does not take zero.
func atOnce() backoff.BackOff { return backoff.NewConstantBackOff(1) }

// The name of a number tells its unit.

type config struct {
	PauseSeconds int
	pause_ms     int64
	Tries        int
	Pause        int
	Sessions     int
}

func named(ctx context.Context, db *sql.DB, c config) error {
	var err error
	for try := 0; try < c.Tries; try++ {
		if try > 0 {
			time.Sleep(time.Duration(c.PauseSeconds)) // want `time.Duration\(c.PauseSeconds\) counts nanoseconds, and c.PauseSeconds counts seconds by its name: .*multiply by time.Second`
		}
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
	}
	return err
}

func namedInVariable(ctx context.Context, db *sql.DB, c config) error {
	d := time.Duration(c.pause_ms) // want `counts nanoseconds, and c.pause_ms counts milliseconds by its name`
	var err error
	for range 4 {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		time.Sleep(d)
	}
	return err
}

// A product brings the unit, here or later.
func multiplied(ctx context.Context, db *sql.DB, c config) error {
	d := time.Duration(c.PauseSeconds)
	d *= time.Second
	var err error
	for try := range c.Tries {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		switch try {
		case 0:
			time.Sleep(time.Duration(c.PauseSeconds) * time.Second)
		case 1:
			time.Sleep(time.Duration(c.pause_ms) * time.Millisecond / 2)
		default:
			time.Sleep(d)
		}
	}
	return err
}

// Names that tell no unit.
func unnamed(ctx context.Context, db *sql.DB, c config) error {
	var err error
	for try := range c.Tries {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		if try%2 == 0 {
			time.Sleep(time.Duration(c.Pause))
		} else {
			time.Sleep(time.Duration(c.Sessions))
		}
	}
	return err
}

type settings struct {
	First int64 `yaml:"firstWaitMillis"`
	Most  int64 `yaml:"max-wait-ms,omitempty"`
	Step  int64 `yaml:"step"`
}

func tagged(ctx context.Context, db *sql.DB, s settings) error {
	var err error
	for try := range 5 {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		time.Sleep(time.Duration(min(s.First<<try, s.Most))) // want `counts milliseconds by its name`
	}
	return err
}

// One of the two tells no unit; the other is a count of something else.
func untagged(ctx context.Context, db *sql.DB, s settings) error {
	var err error
	for range 5 {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		time.Sleep(time.Duration(max(s.First, s.Step)))
		time.Sleep(time.Duration(s.Step * s.First))
	}
	return err
}

// A method makes the delay and spreads it.
func (s settings) pause(n int) time.Duration {
	d := time.Duration(min(s.First<<n, s.Most)) // want `counts milliseconds by its name`
	return d/2 + rand.N(d/2+1)
}

func spread(ctx context.Context, db *sql.DB, s settings) error {
	var err error
	for try := range 5 {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		d := s.pause(try)
		select {
		case <-time.After(d):
		case <-ctx.Done():
			return err
		}
	}
	return err
}
