// Package lastanswer asks for an answer that its client throws away.
package lastanswer

import (
	"context"
	"errors"
	"net/http"

	"github.com/hashicorp/go-retryablehttp"
)

var (
	errClosed  = errors.New("closed")
	errUnknown = errors.New("unknown")
)

type shop struct {
	rc *retryablehttp.Client
}

func newShop() *shop {
	rc := retryablehttp.NewClient()
	rc.RetryMax = 3
	return &shop{rc: rc}
}

func (s *shop) price(ctx context.Context) error {
	req, err := retryablehttp.NewRequestWithContext(ctx, http.MethodGet, "http://a", nil)
	if err != nil {
		return err
	}
	resp, err := s.rc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusOK:
		return nil
	case http.StatusNotFound, http.StatusInternalServerError: // one of both is reached
		return errUnknown
	case http.StatusServiceUnavailable: // want `this is never reached: .*Do repeats http.StatusServiceUnavailable`
		return errClosed
	}
	return errors.New(resp.Status)
}

func (s *shop) sizes(ctx context.Context) error {
	req, err := retryablehttp.NewRequestWithContext(ctx, http.MethodGet, "http://a", nil)
	if err != nil {
		return err
	}
	resp, err := s.rc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusTooManyRequests { // want `this is never reached`
		return errClosed
	}
	if resp.StatusCode >= 500 { // a guard, for whatever comes
		return errors.New(resp.Status)
	}
	if resp.StatusCode == http.StatusNotImplemented {
		return errUnknown
	}
	return nil
}

// Right: who makes the client is not in sight.
func other(ctx context.Context, rc *retryablehttp.Client) error {
	req, err := retryablehttp.NewRequestWithContext(ctx, http.MethodGet, "http://a", nil)
	if err != nil {
		return err
	}
	resp, err := rc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusServiceUnavailable {
		return errClosed
	}
	return nil
}
