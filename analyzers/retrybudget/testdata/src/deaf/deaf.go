// Package deaf has drivers that are not told of the context of their attempts.
package deaf

import (
	"context"
	"errors"
	"net/http"

	"github.com/cenkalti/backoff/v4"
	"google.golang.org/grpc"
)

// What is made permanent is another step's failure.
func otherStep(ctx context.Context, hc *http.Client) error {
	return backoff.Retry(func() error { // want `each attempt fails at once, but backoff.Retry has not been given it`
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://h/", nil)
		if err != nil {
			return backoff.Permanent(err)
		}
		resp, err := hc.Do(req)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	}, backoff.NewExponentialBackOff())
}

// It is that of the context.
func ofContext(ctx context.Context, hc *http.Client) error {
	return backoff.Retry(func() error {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://h/", nil)
		if err != nil {
			return backoff.Permanent(err)
		}
		resp, err := hc.Do(req)
		if errors.Is(err, context.Canceled) {
			return backoff.Permanent(err)
		}
		if err != nil {
			return err
		}
		return resp.Body.Close()
	}, backoff.NewExponentialBackOff())
}

type stub interface {
	Check(ctx context.Context, in *int, opts ...grpc.CallOption) (*int, error)
}

func remoteCall(ctx context.Context, c stub) error {
	return backoff.Retry(func() error { // want `when ctx is over each attempt fails at once, but backoff.Retry has not been given it`
		_, err := c.Check(ctx, nil)
		return err
	}, backoff.NewExponentialBackOff())
}

func remoteCallFails(ctx context.Context, c stub) error {
	return backoff.Retry(func() error {
		_, err := c.Check(ctx, nil)
		if err != nil {
			return backoff.Permanent(err)
		}
		return nil
	}, backoff.NewExponentialBackOff())
}
