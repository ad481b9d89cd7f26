// Package ok strikes the tents of a camp through the camp's API. DELETE is repeated after lost
// answers, although the tent may be gone by then; a repetition that finds nothing is taken for
// what it is, the success of the one before.
package ok

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"github.com/cenkalti/backoff/v4"
)

// Camp is a client of the API.
type Camp struct {
	base   string
	client *http.Client
	budget time.Duration
	log    *slog.Logger
}

// NewCamp returns a client of the camp at base.
func NewCamp(base string, log *slog.Logger) *Camp {
	return &Camp{base: base, client: &http.Client{Timeout: 5 * time.Second}, budget: 30 * time.Second, log: log}
}

// Strike removes a tent. It is no error when the tent is gone already.
func (c *Camp) Strike(ctx context.Context, tent string) error {
	ctx, cancel := context.WithTimeout(ctx, c.budget)
	defer cancel()
	policy := backoff.WithContext(backoff.WithMaxRetries(backoff.NewExponentialBackOff(), 3), ctx)
	err := backoff.RetryNotify(
		func() error { return c.remove(ctx, tent) },
		policy,
		func(err error, next time.Duration) {
			c.log.InfoContext(ctx, "tent still stands", "tent", tent, "err", err, "next", next)
		},
	)
	if err != nil {
		return fmt.Errorf("strike tent %s: %w", tent, err)
	}
	return nil
}

func (c *Camp) remove(ctx context.Context, tent string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodDelete, c.base+"/tents/"+url.PathEscape(tent), nil)
	if err != nil {
		return backoff.Permanent(err)
	}
	resp, err := c.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 64<<10))
	switch {
	case resp.StatusCode < 300, resp.StatusCode == http.StatusNotFound, resp.StatusCode == http.StatusGone:
		return nil
	case resp.StatusCode >= 500, resp.StatusCode == http.StatusTooManyRequests:
		return fmt.Errorf("camp answered %s", resp.Status)
	default:
		return backoff.Permanent(fmt.Errorf("camp refused: %s", resp.Status))
	}
}
