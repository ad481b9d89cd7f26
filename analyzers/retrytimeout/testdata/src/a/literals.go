package a

import (
	"context"
	"net/http"
	"time"

	"dep"

	"github.com/avast/retry-go/v4"
)

// A transport that is made by a literal, its limit of one attempt in a field.

func literalField(o options, n int) *http.Client {
	rt := &dep.Transport{Next: http.DefaultTransport, PerAttempt: o.Timeout, Retries: n}
	return &http.Client{Transport: rt, Timeout: o.Timeout} // want `o.Timeout limits one attempt in the transport made at literals.go:\d+, which retries, and here it limits all attempts together`
}

func literalParam(d time.Duration, n int) *http.Client {
	return &http.Client{Transport: &dep.Transport{Next: http.DefaultTransport, PerAttempt: d, Retries: n}, Timeout: d} // want `d limits one attempt in the transport`
}

// One of this package.
type anew struct {
	next http.RoundTripper
	one  time.Duration
	n    int
}

func (t *anew) RoundTrip(req *http.Request) (*http.Response, error) {
	for left := t.n; ; left-- {
		ctx, cancel := context.WithTimeout(req.Context(), t.one)
		resp, err := t.next.RoundTrip(req.Clone(ctx))
		cancel()
		if err == nil || left <= 0 || req.Context().Err() != nil {
			return resp, err
		}
		time.Sleep(50 * time.Millisecond)
	}
}

func literalOwn(o options, n int) *http.Client {
	c := &http.Client{Transport: &anew{next: http.DefaultTransport, one: o.Timeout, n: n}}
	c.Timeout = o.Timeout // want `o.Timeout limits one attempt in the transport`
	return c
}

// Another field has it: no limit of one attempt.
func literalPause(o options, n int) *http.Client {
	rt := &dep.Transport{Next: http.DefaultTransport, Pause: o.Timeout, PerAttempt: time.Second, Retries: n}
	return &http.Client{Transport: rt, Timeout: o.Timeout}
}

func literalWhole(o options, n int) *http.Client {
	rt := &dep.Transport{Next: http.DefaultTransport, PerAttempt: o.Timeout, Retries: n}
	return &http.Client{Transport: rt, Timeout: o.Whole}
}

// Two settings of one type.
func literalTwo(inner, outer options, n int) *http.Client {
	rt := &dep.Transport{Next: http.DefaultTransport, PerAttempt: inner.Timeout, Retries: n}
	return &http.Client{Transport: rt, Timeout: outer.Timeout}
}

func literalSum(o options, n int) *http.Client {
	rt := &dep.Transport{Next: http.DefaultTransport, PerAttempt: o.Timeout, Retries: n}
	return &http.Client{Transport: rt, Timeout: time.Duration(n+1) * o.Timeout}
}

// The context that ends the attempts is an option.

func optionShared(ctx context.Context, ask func(context.Context) error) error {
	tryCtx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return retry.Do(func() error {
		return ask(tryCtx) // want `all attempts share tryCtx, whose limit was set once, at literals.go:\d+, while retry.Do goes on under ctx`
	}, retry.Context(ctx), retry.Attempts(4))
}

func optionData[T any](ctx context.Context, limit time.Duration, read func(context.Context) (T, error)) (T, error) {
	tryCtx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	return retry.DoWithData(func() (T, error) {
		return read(tryCtx) // want `all attempts share tryCtx`
	}, retry.Context(ctx), retry.Attempts(4))
}

func optionSlice(ctx context.Context, ask func(context.Context) error) error {
	opts := []retry.Option{retry.Context(ctx), retry.Attempts(4)}
	tryCtx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return retry.Do(func() error {
		return ask(tryCtx) // want `all attempts share tryCtx`
	}, opts...)
}

// The limit of all, known to the driver.
func optionSame(ctx context.Context, ask func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	return retry.Do(func() error { return ask(ctx) }, retry.Context(ctx), retry.Attempts(4))
}

func optionOwn(ctx context.Context, ask func(context.Context) error) error {
	return retry.Do(func() error {
		tryCtx, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		return ask(tryCtx)
	}, retry.Context(ctx), retry.Attempts(4))
}

func optionNone(ctx context.Context, ask func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	return retry.Do(func() error { return ask(ctx) }, retry.Attempts(4))
}

// The attempts may use another's shorter limit, but nobody goes on after it.
func optionCaller(ctx context.Context, ask func(context.Context) error) error {
	return retry.Do(func() error { return ask(ctx) }, retry.Context(ctx), retry.Attempts(4))
}
