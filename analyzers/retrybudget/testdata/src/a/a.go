package a

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"time"

	"dep"

	"github.com/sethvargo/go-retry"
)

type app struct {
	db     *sql.DB
	client *http.Client
	dep    *dep.Client
}

func (a *app) once(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return a.db.PingContext(ctx)
}

// In one function.
func (a *app) tooLong(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	var err error
	for n := 0; n < 4; n++ { // want `4 attempts of up to 1s, and 800ms of delays between them, need 4.8s; the deadline set at a.go:\d+ leaves 2s`
		if err = a.once(ctx); err == nil {
			return nil
		}
		time.Sleep(200 * time.Millisecond)
	}
	return err
}

func (a *app) fits(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	var err error
	for n := 0; n < 4; n++ {
		if err = a.once(ctx); err == nil {
			return nil
		}
		time.Sleep(200 * time.Millisecond)
	}
	return err
}

// Counted out, but for the pauses: they cut a little off of the last attempt.
func (a *app) counted(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 4*time.Second)
	defer cancel()
	var err error
	for n := 0; n < 4; n++ {
		if err = a.once(ctx); err == nil {
			return nil
		}
		time.Sleep(40 * time.Millisecond)
	}
	return err
}

// Made by the caller, in another package and two calls up.
func (a *app) callsLoad(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	return a.dep.Load(ctx) // want `\(\*Client\).Load → the loop makes 4 attempts of up to 2s, and 400ms of delays between them, which need 8.4s; the deadline set at a.go:\d+ leaves 3s`
}

func (a *app) callsGet(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	return a.dep.Get(ctx) // want `\(\*Client\).Get → \(\*Client\).Load → the loop makes 4 attempts of up to 2s`
}

func (a *app) callsLoadLong(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 9*time.Second)
	defer cancel()
	return a.dep.Load(ctx)
}

func (a *app) callsLoadFree(ctx context.Context) error { return a.dep.Load(ctx) }

// Nothing bounds the sum in a request's path.
func (a *app) page(w http.ResponseWriter, r *http.Request) {
	b := retry.WithMaxRetries(8, retry.WithJitterPercent(10, retry.NewExponential(time.Second)))
	err := retry.Do(r.Context(), b, func(ctx context.Context) error { // want `9 attempts of up to 20s, and 4m15s of delays between them, need 7m15s, and nothing bounds the sum`
		ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
		defer cancel()
		if err := a.db.PingContext(ctx); err != nil {
			return retry.RetryableError(err)
		}
		return nil
	})
	if err != nil {
		http.Error(w, "no", 503)
	}
}

func (a *app) pageBounded(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 10*time.Minute)
	defer cancel()
	b := retry.WithMaxRetries(8, retry.NewExponential(time.Second))
	err := retry.Do(ctx, b, func(ctx context.Context) error {
		ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
		defer cancel()
		if err := a.db.PingContext(ctx); err != nil {
			return retry.RetryableError(err)
		}
		return nil
	})
	if err != nil {
		http.Error(w, "no", 503)
	}
}

// Not a request: it may take its time.
func (a *app) background(ctx context.Context) error {
	b := retry.WithMaxRetries(8, retry.NewExponential(time.Second))
	return retry.Do(ctx, b, func(ctx context.Context) error {
		ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
		defer cancel()
		if err := a.db.PingContext(ctx); err != nil {
			return retry.RetryableError(err)
		}
		return nil
	})
}

// A limit that is looked at only between attempts.
func (a *app) between() error {
	begun := time.Now()
	for {
		err := a.db.Ping() // want `the limit of 1m is looked at only between attempts, and nothing limits \(\*sql.DB\).Ping`
		if err == nil || time.Since(begun) > time.Minute {
			return err
		}
		time.Sleep(time.Second)
	}
}

func (a *app) untilHelper() error {
	return dep.Until(10*time.Minute, time.Second, func() error {
		return a.db.Ping() // want `the limit of 10m is looked at only between attempts, and nothing limits \(\*sql.DB\).Ping`
	})
}

func (a *app) untilLimited(ctx context.Context) error {
	return dep.Until(10*time.Minute, time.Second, func() error { return a.once(ctx) })
}

// The caller's end leads to another attempt.
func (a *app) goesOn(ctx context.Context) error {
	var last error
	for n := 0; n < 12; n++ {
		err := a.once(ctx)
		if err == nil {
			return nil
		}
		if !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, context.Canceled) { // want `an attempt that failed because the caller's context is over leads to the next one`
			return err
		}
		last = err
		time.Sleep(100 * time.Millisecond)
	}
	return last
}

func (a *app) stops(ctx context.Context) error {
	var last error
	for n := 0; n < 12; n++ {
		err := a.once(ctx)
		if err == nil {
			return nil
		}
		if ctx.Err() != nil || !errors.Is(err, context.DeadlineExceeded) {
			return err
		}
		last = err
		time.Sleep(100 * time.Millisecond)
	}
	return last
}

// The attempt's own cancellation is repeated, the caller's is not.
func (a *app) ownCancel(ctx context.Context) error {
	for {
		err := a.once(ctx)
		if err == nil || ctx.Err() != nil {
			return err
		}
		if !errors.Is(err, context.Canceled) {
			return err
		}
		time.Sleep(100 * time.Millisecond)
	}
}
