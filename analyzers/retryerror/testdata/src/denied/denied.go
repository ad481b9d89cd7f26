// Package denied asks again for what it was denied.
package denied

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/cenkalti/backoff/v4"
)

type codeError struct {
	Code int
	Text string
}

func (e *codeError) Error() string { return e.Text }

type board struct {
	hc  *http.Client
	url string
}

// The marks of other failures do not help the one that lasts.
func (b *board) get(ctx context.Context) ([]string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, b.url, nil)
	if err != nil {
		return nil, backoff.Permanent(err)
	}
	resp, err := b.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		raw, _ := io.ReadAll(resp.Body)
		return nil, &codeError{Code: resp.StatusCode, Text: string(raw)}
	}
	var out []string
	if err := json.NewDecoder(resp.Body).Decode(&out); err != nil {
		return nil, backoff.Permanent(err)
	}
	return out, nil
}

func (b *board) list(ctx context.Context) ([]string, error) {
	bo := backoff.NewExponentialBackOff(backoff.WithMaxElapsedTime(time.Minute))
	return backoff.RetryWithData(func() ([]string, error) { // want `backoff.RetryWithData repeats every status but success`
		return b.get(ctx)
	}, backoff.WithContext(bo, ctx))
}

// By default it goes on for a quarter of an hour.
func (b *board) byDefault(ctx context.Context) (out []string, err error) {
	err = backoff.Retry(func() error { // want `backoff.Retry repeats every status but success`
		out, err = b.get(ctx)
		return err
	}, backoff.WithContext(backoff.NewExponentialBackOff(), ctx))
	return out, err
}

func (b *board) notified(ctx context.Context, log func(error, time.Duration)) (out []string, err error) {
	op := func() error {
		var err error
		if out, err = b.get(ctx); err != nil {
			return fmt.Errorf("board: %w", err)
		}
		return nil
	}
	err = backoff.RetryNotify(op, backoff.WithContext(backoff.NewExponentialBackOff(), ctx), log) // want `backoff.RetryNotify repeats every status but success`
	return out, err
}

// In the closure itself, told in a text.
func (b *board) inPlace(ctx context.Context) error {
	return backoff.Retry(func() error {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, b.url, nil)
		if err != nil {
			return backoff.Permanent(err)
		}
		resp, err := b.hc.Do(req)
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		if resp.StatusCode != http.StatusOK { // want `backoff.Retry repeats every status but success`
			return fmt.Errorf("board: %s", resp.Status)
		}
		return nil
	}, backoff.WithContext(backoff.NewExponentialBackOff(), ctx))
}

// Right: marked around the call, in a helper, or in the function itself.

func (b *board) markedAround(ctx context.Context) error {
	return backoff.Retry(func() error {
		_, err := b.get(ctx)
		var ce *codeError
		if errors.As(err, &ce) && ce.Code < 500 {
			return backoff.Permanent(err)
		}
		return err
	}, backoff.WithContext(backoff.NewExponentialBackOff(), ctx))
}

func (b *board) markedByHelper(ctx context.Context) error {
	return backoff.Retry(func() error {
		_, err := b.get(ctx)
		return mark(err)
	}, backoff.WithContext(backoff.NewExponentialBackOff(), ctx))
}

func mark(err error) error {
	var ce *codeError
	if errors.As(err, &ce) && ce.Code < 500 {
		return backoff.Permanent(err)
	}
	return err
}

func (b *board) told(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, b.url, nil)
	if err != nil {
		return backoff.Permanent(err)
	}
	resp, err := b.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		err := &codeError{Code: resp.StatusCode}
		if err.Code < 500 {
			return backoff.Permanent(err)
		}
		return err
	}
	return nil
}

func (b *board) toldApart(ctx context.Context) error {
	return backoff.Retry(func() error { return b.told(ctx) }, backoff.WithContext(backoff.NewExponentialBackOff(), ctx))
}

func (b *board) short(ctx context.Context) error {
	_, err := backoff.RetryWithData(func() ([]string, error) { return b.get(ctx) }, backoff.WithContext(backoff.NewExponentialBackOff(backoff.WithMaxElapsedTime(time.Second)), ctx))
	return err
}

// It waits for the board to come up.
func (b *board) waitUp(ctx context.Context) error {
	return backoff.Retry(func() error {
		_, err := b.get(ctx)
		return err
	}, backoff.WithContext(backoff.NewExponentialBackOff(), ctx))
}
