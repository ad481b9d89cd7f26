// Package again runs functions again.
package again

import (
	"context"
	"errors"
	"time"
)

// Do calls fn up to n times.
//
// closure: param=2 sync repeats n=0 nparam=2+0 class=any nodelay=no ctx
func Do(ctx context.Context, n int, fn func(context.Context) error) error {
	var err error
	for i := 0; i < n; i++ {
		if i > 0 {
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(100 * time.Millisecond):
			}
		}
		if err = fn(ctx); err == nil {
			return nil
		}
	}
	return err
}

// Forever calls fn until it succeeds.
//
// closure: param=0 sync repeats n=-1 class=any nodelay=no
func Forever(fn func() error) {
	for fn() != nil {
		time.Sleep(time.Second)
	}
}

// ErrBusy is tried again.
var ErrBusy = errors.New("busy")

// Temporary tells errors that pass.
func Temporary(err error) bool { return errors.Is(err, ErrBusy) }

// Twice calls Do with a fixed number.
//
// closure: param=1 sync repeats n=2
func Twice(ctx context.Context, fn func(context.Context) error) error {
	return Do(ctx, 2, fn)
}

// Later keeps fn.
//
// closure: param=0 stored !sync !repeats
func Later(fn func() error) { kept = append(kept, fn) }

var kept []func() error

// A Policy says how often.
type Policy struct {
	Max   int
	Pause time.Duration
}

// Times returns a policy of n calls.
func Times(n int) Policy { return Policy{Max: n, Pause: time.Second} }

// By calls fn as often as p says.
//
// closure: param=1 sync repeats n=0
func By(p Policy, fn func() error) (err error) {
	for i := 0; i < p.Max; i++ {
		if err = fn(); err == nil {
			return nil
		}
		time.Sleep(p.Pause)
	}
	return err
}

// ByOwn hands its policy on.
//
// closure: param=1 sync repeats
func ByOwn(p Policy, fn func() error) error { return By(p, fn) }

// A Runner runs functions again.
type Runner struct{ Tries int }

// Run calls fn up to r.Tries times.
//
// closure: param=0 sync repeats
func (r *Runner) Run(fn func() error) (err error) {
	for n := 1; ; n++ {
		if err = fn(); err == nil || n >= r.Tries {
			return err
		}
		time.Sleep(time.Second)
	}
}
