package a

import (
	"context"
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	"github.com/failsafe-go/failsafe-go/timeout"
)

type rates struct {
	wrong, right, whole failsafe.Executor[int]
}

// The delays of few attempts use up the limit that is put around them.
func newRates() *rates {
	again := retrypolicy.NewBuilder[int]().
		HandleIf(func(_ int, err error) bool { return err != nil }).
		WithMaxRetries(3).
		WithBackoff(200*time.Millisecond, time.Second).
		Build()
	limit := timeout.New[int](1500 * time.Millisecond)
	return &rates{
		wrong: failsafe.With[int](limit, again), // want `this limit of 1.5s stands before the policy that repeats, so that it is put around all attempts together, and 1.4s of it are spent on the delays between the 4 attempts`
		right: failsafe.With[int](again, limit),
		whole: failsafe.With[int](timeout.New[int](5*time.Second), again),
	}
}

func (r *rates) get(ctx context.Context) (int, error) {
	return r.wrong.WithContext(ctx).Get(func() (int, error) { return ask(ctx) })
}

func (r *rates) get2(ctx context.Context) (int, error) {
	return r.right.WithContext(ctx).Get(func() (int, error) { return ask(ctx) })
}

func (r *rates) get3(ctx context.Context) (int, error) {
	return r.whole.WithContext(ctx).Get(func() (int, error) { return ask(ctx) })
}
