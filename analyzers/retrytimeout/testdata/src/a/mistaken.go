package a

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/hashicorp/go-retryablehttp"
)

func isOver(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}

func (s *store) limited(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	return s.read(ctx)
}

// The attempt's own limit ends the attempts as if the caller were gone.
func (s *store) mistakenInLoop(ctx context.Context) error {
	var err error
	for range 4 {
		if err = s.limited(ctx); err == nil {
			return nil
		}
		if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) { // want `this test takes it for the end of the caller's context and ends the loop`
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func (s *store) mistakenByHelper(ctx context.Context) error {
	var err error
	for range 4 {
		err = s.limited(ctx)
		if err == nil || isOver(err) { // want `this test takes it for the end of the caller's context and ends the loop`
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func (s *store) mistakenInClosure(ctx context.Context) (int, error) {
	return backoff.Retry(ctx, func() (int, error) {
		err := s.limited(ctx)
		if isOver(err) { // want `this test takes it for the end of the caller's context`
			return 0, backoff.Permanent(err)
		}
		return 0, err
	}, backoff.WithMaxTries(4))
}

func mistakenPolicy() *retryablehttp.Client {
	rc := retryablehttp.NewClient()
	rc.HTTPClient.Timeout = limit
	rc.CheckRetry = func(ctx context.Context, resp *http.Response, err error) (bool, error) {
		if isOver(err) { // want `the error of an attempt that reached its own limit, set at mistaken.go:\d+`
			return false, err
		}
		return retryablehttp.DefaultRetryPolicy(ctx, resp, err)
	}
	_, _ = rc.Get("http://localhost")
	return rc
}

// No limit of the attempt's own: the error is the caller's.
func (s *store) callersError(ctx context.Context) error {
	var err error
	for range 4 {
		if err = s.read(ctx); err == nil || isOver(err) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// The caller's context is asked as well.
func (s *store) asksCaller(ctx context.Context) error {
	var err error
	for range 4 {
		if err = s.limited(ctx); err == nil {
			return nil
		}
		if ctx.Err() != nil && isOver(err) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// A cancelled attempt can only be the caller's.
func (s *store) cancelledOnly(ctx context.Context) error {
	var err error
	for range 4 {
		if err = s.limited(ctx); err == nil || errors.Is(err, context.Canceled) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// The attempt's end gets a name of its own.
var errSlow = errors.New("too slow")

func (s *store) named(ctx context.Context) error {
	tryCtx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	err := s.read(tryCtx)
	if ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) || tryCtx.Err() != nil {
		return errSlow
	}
	return err
}

func (s *store) namedInLoop(ctx context.Context) error {
	var err error
	for range 4 {
		if err = s.named(ctx); err == nil || isOver(err) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func rightPolicy() *retryablehttp.Client {
	rc := retryablehttp.NewClient()
	rc.HTTPClient.Timeout = limit
	rc.CheckRetry = func(ctx context.Context, resp *http.Response, err error) (bool, error) {
		if ctx.Err() != nil {
			return false, ctx.Err()
		}
		return err != nil, nil
	}
	_, _ = rc.Get("http://localhost")
	return rc
}
