// Package attempts runs a function until it succeeds, some number of times at most.
package attempts

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"
)

// Policy says how often and with which first pause.
type Policy struct {
	Max  int
	Wait time.Duration
}

type final struct{ error }

func (f final) Unwrap() error { return f.error }

// Final marks an error that no further attempt can mend.
func Final(err error) error { return final{err} }

// Run calls fn up to p.Max times while ctx lasts.
func Run(ctx context.Context, p Policy, fn func(context.Context) error) error {
	wait := p.Wait
	for n := 1; ; n++ {
		err := fn(ctx)
		var f final
		if err == nil || n >= p.Max || ctx.Err() != nil || errors.As(err, &f) {
			return err
		}
		t := time.NewTimer(wait + rand.N(wait))
		select {
		case <-ctx.Done():
			t.Stop()
			return errors.Join(ctx.Err(), err)
		case <-t.C:
		}
		wait *= 2
	}
}
