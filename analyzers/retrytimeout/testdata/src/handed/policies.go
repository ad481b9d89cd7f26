package handed

import (
	"context"
	"time"

	"github.com/avast/retry-go/v4"
	"github.com/cenkalti/backoff/v4"
)

type mailer interface {
	Deliver(ctx context.Context, to string) error
}

type office struct {
	mailer mailer
	budget time.Duration
	limits limits
}

type limits struct {
	Tries   uint
	Attempt time.Duration
}

// policy is given the context that the attempts get as well.
func policy(ctx context.Context) backoff.BackOff {
	bo := backoff.NewExponentialBackOff()
	bo.MaxElapsedTime = time.Minute
	return backoff.WithContext(backoff.WithMaxRetries(bo, 4), ctx)
}

func (o *office) post(ctx context.Context, members []string) (err error) {
	ctx, cancel := context.WithTimeout(ctx, o.budget)
	defer cancel()
	for _, m := range members {
		if err = backoff.Retry(func() error { return o.mailer.Deliver(ctx, m) }, policy(ctx)); err != nil {
			return err
		}
	}
	return nil
}

// The driver goes on under another context than the attempts have.
func (o *office) longer(ctx context.Context, m string) error {
	tryCtx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	bo := backoff.WithContext(backoff.NewExponentialBackOff(), ctx)
	return backoff.Retry(func() error {
		return o.mailer.Deliver(tryCtx, m) // want `all attempts share tryCtx, whose limit was set once, at policies.go:\d+, while backoff.Retry goes on under ctx`
	}, bo)
}

// One field is the limit of an attempt and of them all.
func (o *office) same(ctx context.Context, m string) error {
	ctx, cancel := context.WithTimeout(ctx, o.limits.Attempt)
	defer cancel()
	return retry.Do(func() error {
		tryCtx, done := context.WithTimeout(ctx, o.limits.Attempt) // want `o.limits.Attempt limits one attempt, at policies.go:\d+, and all of them together, at policies.go:\d+`
		defer done()
		return o.mailer.Deliver(tryCtx, m)
	}, retry.Context(ctx), retry.Attempts(o.limits.Tries))
}
