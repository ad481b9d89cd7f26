package a

import (
	"context"
	"database/sql"
	"net/http"
	"time"

	"github.com/sethvargo/go-retry"

	"a/opts"
)

// The delays alone take longer than there is time.
func (a *app) slowly(ctx context.Context) (err error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	for i := range 5 { // want `the delays after the 5 attempts alone take 31s; the deadline set at delays.go:\d+ leaves 5s, so the last attempts are never made`
		if err = a.db.PingContext(ctx); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second << i):
		}
	}
	return err
}

// Those of fifty attempts are there to be cut: the deadline is what ends them.
func (a *app) patiently(ctx context.Context) (err error) {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	for range 50 {
		if err = a.db.PingContext(ctx); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
	return err
}

// These fit in.
func (a *app) inTime(ctx context.Context) (err error) {
	ctx, cancel := context.WithTimeout(ctx, 40*time.Second)
	defer cancel()
	for i := range 5 {
		if err = a.db.PingContext(ctx); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second << i):
		}
	}
	return err
}

// The delays of the driver.
func (a *app) drivenSlowly(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	b := retry.WithMaxRetries(5, retry.NewExponential(time.Second))
	return retry.Do(ctx, b, func(ctx context.Context) error { // want `the delays between the 6 attempts alone take 31s`
		return retry.RetryableError(a.db.PingContext(ctx))
	})
}

// The driver does not know of the context that the attempts obey.
func (a *app) deaf(ctx context.Context) error {
	b := retry.WithMaxRetries(5, retry.NewExponential(time.Second))
	return retry.Do(context.Background(), b, func(context.Context) error { // want `when ctx is over each attempt fails at once, but retry.Do runs under context.Background\(\) and goes on through up to 31s of delays for nobody; hand it that context instead`
		return retry.RetryableError(a.db.PingContext(ctx))
	})
}

// It knows.
func (a *app) hears(ctx context.Context) error {
	b := retry.WithMaxRetries(5, retry.NewExponential(time.Second))
	return retry.Do(ctx, b, func(context.Context) error {
		return retry.RetryableError(a.db.PingContext(ctx))
	})
}

// The attempts are detached as well.
func (a *app) detached(ctx context.Context) error {
	b := retry.WithMaxRetries(5, retry.NewExponential(time.Second))
	return retry.Do(context.Background(), b, func(ctx context.Context) error {
		return retry.RetryableError(a.db.PingContext(ctx))
	})
}

// The closure looks itself: only what it marks is repeated.
func (a *app) looksItself(ctx context.Context) error {
	b := retry.WithMaxRetries(5, retry.NewExponential(time.Second))
	return retry.Do(context.Background(), b, func(context.Context) error {
		err := a.db.PingContext(ctx)
		if ctx.Err() != nil {
			return err
		}
		return retry.RetryableError(err)
	})
}

// Whoever asks may be gone, and the context is the request's.
func (a *app) asked(w http.ResponseWriter, r *http.Request) {
	for range 5 { // want `the loop goes on after r.Context\(\) is over`
		if err := a.db.PingContext(r.Context()); err != nil {
			time.Sleep(200 * time.Millisecond)
			continue
		}
		w.WriteHeader(http.StatusOK)
		return
	}
	http.Error(w, "no", http.StatusBadGateway)
}

// What a maker in another package sets counts.
type shelf struct {
	db  *sql.DB
	opt opts.Options
}

func newShelf(db *sql.DB) *shelf { return &shelf{db: db, opt: opts.Usual()} }

func (s *shelf) load(ctx context.Context) (err error) {
	ctx, cancel := context.WithTimeout(ctx, 6*time.Second)
	defer cancel()
	for range s.opt.Tries { // want `3 attempts of up to 4s need 12s; the deadline set at delays.go:\d+ leaves 6s`
		tryCtx, cancel := context.WithTimeout(ctx, s.opt.PerTry)
		err = s.db.PingContext(tryCtx)
		cancel()
		if err == nil {
			return nil
		}
	}
	return err
}

// Options that something reads from elsewhere may be others.
type reader interface{ read(o *opts.Options) }

func configured(ctx context.Context, db *sql.DB, in reader) (err error) {
	opt := opts.Usual()
	in.read(&opt)
	ctx, cancel := context.WithTimeout(ctx, 6*time.Second)
	defer cancel()
	for range opt.Tries {
		tryCtx, cancel := context.WithTimeout(ctx, opt.PerTry)
		err = db.PingContext(tryCtx)
		cancel()
		if err == nil {
			return nil
		}
	}
	return err
}

// The first delay alone is as long as what there is for all.
func (a *app) neverSecond(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	for try := 1; ; try++ {
		err := a.once(ctx)
		if err == nil || try == 3 {
			return err
		}
		select {
		case <-time.After(15 * time.Second): // want `the delay of 15s before the second attempt is not shorter than what there is for all of them; the deadline set at delays.go:\d+ leaves 10s`
		case <-ctx.Done():
			return err
		}
	}
}
