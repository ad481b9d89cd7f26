// Package good delivers a guild's notices to the members' hooks, which drop a notice whose id
// they have seen. The id is drawn once for a delivery and goes along in the context to the
// transport in package stamp, so all tries carry the same.
package good

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/cenkalti/backoff/v4"
	"github.com/google/uuid"

	"faultfield13/cases/retry-effect-guild-notices/good/stamp"
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
	ctx = stamp.WithID(ctx, uuid.NewString())
	policy := backoff.NewExponentialBackOff(
		backoff.WithInitialInterval(time.Second),
		backoff.WithMaxInterval(20*time.Second),
	)
	err := backoff.Retry(func() error { return h.post(ctx, hook, notice) }, backoff.WithContext(policy, ctx))
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
	resp, err := h.hc.Do(req)
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
