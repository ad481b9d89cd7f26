package between

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/avast/retry-go/v4"
	"github.com/cenkalti/backoff/v5"
)

// The limit of all is looked at between attempts, and is that of one.
type archive struct {
	client *http.Client
	per    time.Duration
	tries  uint
}

func (a *archive) request(ctx context.Context) (int, error) {
	ctx, cancel := context.WithTimeout(ctx, a.per)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://archive/", nil)
	if err != nil {
		return 0, err
	}
	resp, err := a.client.Do(req)
	if err != nil {
		return 0, err
	}
	return resp.StatusCode, resp.Body.Close()
}

func ask(ctx context.Context, c *http.Client, per time.Duration) (int, error) {
	a := archive{client: c}
	ctx, cancel := context.WithTimeout(ctx, per)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://archive/", nil)
	if err != nil {
		return 0, err
	}
	resp, err := a.client.Do(req)
	if err != nil {
		return 0, err
	}
	return resp.StatusCode, resp.Body.Close()
}

func (a *archive) layers(ctx context.Context) (int, error) {
	return backoff.Retry(ctx, func() (int, error) { return a.request(ctx) }, backoff.WithMaxTries(a.tries), backoff.WithMaxElapsedTime(a.per)) // want `a.per limits one attempt, at .*, and all of them together`
}

func (a *archive) passed(ctx context.Context) (int, error) {
	return backoff.Retry(ctx, func() (int, error) { return ask(ctx, a.client, a.per) }, backoff.WithMaxTries(a.tries), backoff.WithMaxElapsedTime(a.per)) // want `a.per limits one attempt, at .*, and all of them together`
}

func numbers(ctx context.Context, c *http.Client) (int, error) {
	return backoff.Retry(ctx, func() (int, error) { return ask(ctx, c, 8*time.Second) }, backoff.WithMaxTries(4), backoff.WithMaxElapsedTime(8*time.Second)) // want `one attempt may take 8s, as set at .*, and all of them together 8s`
}

func (a *archive) counted(ctx context.Context) (err error) {
	began := time.Now()
	for i := range 4 {
		if _, err = a.request(ctx); err == nil { // want `a.per limits one attempt`
			return nil
		}
		if i == 3 || time.Since(began) > a.per {
			break
		}
		time.Sleep(time.Second)
	}
	return err
}

// In the closure of a driver the limit of one attempt is what is pointed at.
func (a *archive) around(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, a.per)
	defer cancel()
	return retry.Do(
		func() error {
			tryCtx, done := context.WithTimeout(ctx, a.per) // want `a.per limits one attempt, at .*, and all of them together`
			defer done()
			_, err := ask(tryCtx, a.client, time.Minute)
			return err
		},
		retry.Context(ctx), retry.Attempts(a.tries))
}

// A limit of time alone: how many attempts there are hangs on it.
func (a *archive) until(ctx context.Context) error {
	began := time.Now()
	for {
		_, err := a.request(ctx)
		if err == nil || time.Since(began) > a.per {
			return err
		}
		time.Sleep(time.Second)
	}
}

// Timeouts are not to be repeated.
func (a *archive) impatient(ctx context.Context) (int, error) {
	return backoff.Retry(ctx, func() (int, error) {
		n, err := a.request(ctx)
		if errors.Is(err, context.DeadlineExceeded) {
			return 0, backoff.Permanent(err)
		}
		return n, err
	}, backoff.WithMaxTries(a.tries), backoff.WithMaxElapsedTime(a.per))
}

// Room for all of them, and the limit of another object.
func (a *archive) room(ctx context.Context, b *archive) {
	backoff.Retry(ctx, func() (int, error) { return a.request(ctx) }, backoff.WithMaxTries(a.tries), backoff.WithMaxElapsedTime(time.Duration(a.tries)*a.per))
	backoff.Retry(ctx, func() (int, error) { return b.request(ctx) }, backoff.WithMaxTries(a.tries), backoff.WithMaxElapsedTime(a.per))
	backoff.Retry(ctx, func() (int, error) { return ask(ctx, a.client, a.per/4) }, backoff.WithMaxTries(a.tries), backoff.WithMaxElapsedTime(a.per))
}
