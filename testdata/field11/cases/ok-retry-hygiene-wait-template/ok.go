// Package ok asks the scales of a market hall for weights, many of them at a time.
// One back-off in a struct field for all goroutines looks like shared state, but the field is only a
// template: each call copies the value and resets its copy, which nobody else sees.
package ok

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/cenkalti/backoff/v4"
	"golang.org/x/sync/errgroup"
)

// Hall is a client of the scales.
type Hall struct {
	client *http.Client
	base   string
	waits  backoff.ExponentialBackOff // never used itself
}

// NewHall returns a client of the scales behind base.
func NewHall(base string) *Hall {
	return &Hall{
		client: &http.Client{Timeout: 2 * time.Second},
		base:   base,
		waits: *backoff.NewExponentialBackOff(
			backoff.WithInitialInterval(100*time.Millisecond),
			backoff.WithMaxInterval(2*time.Second),
			backoff.WithMaxElapsedTime(15*time.Second),
		),
	}
}

// Weights reads all the scales, eight at a time, in grams.
func (h *Hall) Weights(ctx context.Context, scales []string) ([]int, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	grams := make([]int, len(scales))
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(8)
	for i, s := range scales {
		g.Go(func() error {
			n, err := h.weight(ctx, s)
			grams[i] = n
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return nil, fmt.Errorf("weigh: %w", err)
	}
	return grams, nil
}

func (h *Hall) weight(ctx context.Context, scale string) (int, error) {
	waits := h.waits
	waits.Reset()
	read := func() (int, error) { return h.read(ctx, scale) }
	n, err := backoff.RetryWithData(read, backoff.WithContext(backoff.WithMaxRetries(&waits, 4), ctx))
	if err != nil {
		return 0, fmt.Errorf("scale %s: %w", scale, err)
	}
	return n, nil
}

func (h *Hall) read(ctx context.Context, scale string) (int, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, h.base+"/scales/"+url.PathEscape(scale), nil)
	if err != nil {
		return 0, backoff.Permanent(err)
	}
	resp, err := h.client.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode >= 500:
		return 0, fmt.Errorf("scale answered %s", resp.Status)
	case resp.StatusCode != http.StatusOK:
		return 0, backoff.Permanent(fmt.Errorf("scale answered %s", resp.Status))
	}
	var w struct {
		Grams int `json:"grams"`
	}
	if err := json.NewDecoder(resp.Body).Decode(&w); err != nil {
		return 0, fmt.Errorf("decode weight: %w", err)
	}
	return w.Grams, nil
}
