// Package again repeats operations that failed for a passing reason.
package again

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"time"
)

// Policy says how often and how fast.
type Policy struct {
	Tries int
	Base  time.Duration
}

// Run calls op until it succeeds, fails for good, or the tries are used up.
func (p Policy) Run(ctx context.Context, op func(context.Context) error) error {
	wait := p.Base
	for n := 1; ; n++ {
		err := op(ctx)
		if err == nil || n >= p.Tries || !passing(err) {
			return err
		}
		t := time.NewTimer(wait + rand.N(wait))
		select {
		case <-ctx.Done():
			t.Stop()
			return errors.Join(err, ctx.Err())
		case <-t.C:
		}
		wait = min(2*wait, time.Second)
	}
}

func passing(err error) bool {
	var ne net.Error
	return errors.Is(err, io.EOF) || errors.As(err, &ne)
}
