// Package bad delivers a guild's notices to the members' hooks, which drop a notice whose id
// they have seen. The id is put on by the transport in package stamp, below the retries: each
// try gets a new one, and a notice whose answer got lost is taken again.
package bad

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/cenkalti/backoff/v4"

	"faultfield13/cases/retry-effect-guild-notices/bad/stamp"
)

// Herald delivers notices.
type Herald struct{ hc *http.Client }

// NewHerald returns a herald that signs with secret.
func NewHerald(secret []byte) *Herald {
	return &Herald{hc: &http.Client{
		Transport: &stamp.Transport{Next: http.DefaultTransport, Secret: secret},
		Timeout:   10 * time.Second,
	}}
}

// Deliver posts a notice to a hook and repeats that for up to two minutes.
func (h *Herald) Deliver(ctx context.Context, hook string, notice []byte) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	policy := backoff.NewExponentialBackOff(
		backoff.WithInitialInterval(time.Second),
		backoff.WithMaxInterval(20*time.Second),
	)
	err := backoff.Retry(func() error { return h.post(ctx, hook, notice) }, backoff.WithContext(policy, ctx)) // OR retry-effect
	if err != nil {
		return fmt.Errorf("deliver to %s: %w", hook, err)
	}
	return nil
}

func (h *Herald) post(ctx context.Context, hook string, notice []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, hook, bytes.NewReader(notice))
	if err != nil {
		return backoff.Permanent(err)
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := h.hc.Do(req) // OR retry-effect
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode < 300:
		return nil
	case resp.StatusCode >= 500, resp.StatusCode == http.StatusTooManyRequests:
		return fmt.Errorf("hook answered %s", resp.Status)
	}
	return backoff.Permanent(fmt.Errorf("hook answered %s", resp.Status))
}
