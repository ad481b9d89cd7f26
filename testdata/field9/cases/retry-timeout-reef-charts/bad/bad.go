// Package bad loads the depth charts of a reef. The client from package link sends a request up
// to five times already; the backoff here runs the whole of that up to five times more, and a
// weak chart server gets up to 25 requests for one chart.
package bad

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/go-resty/resty/v2"

	"faultfield9/cases/retry-timeout-reef-charts/bad/link"
)

// Chart is a grid of soundings.
type Chart struct {
	Reef   string      `json:"reef"`
	Depths [][]float32 `json:"depths"`
}

// Charts is a client of the chart server.
type Charts struct {
	rc     *resty.Client
	budget time.Duration
}

// New returns a client of the chart server at base.
func New(base string) *Charts {
	return &Charts{rc: link.New(base), budget: 2 * time.Minute}
}

// Load returns the chart of a reef.
func (c *Charts) Load(ctx context.Context, reef string) (*Chart, error) {
	ctx, cancel := context.WithTimeout(ctx, c.budget)
	defer cancel()
	chart, err := backoff.Retry(ctx, func() (*Chart, error) { // OR retry-timeout
		return c.get(ctx, reef) // EXPECT retry-timeout
	}, backoff.WithMaxTries(5)) // OR retry-timeout
	if err != nil {
		return nil, fmt.Errorf("chart of %s: %w", reef, err)
	}
	return chart, nil
}

func (c *Charts) get(ctx context.Context, reef string) (*Chart, error) {
	var chart Chart
	resp, err := c.rc.R().SetContext(ctx).SetResult(&chart).SetPathParam("reef", reef).Get("/reefs/{reef}/depths") // OR retry-timeout
	switch {
	case err != nil:
		return nil, err
	case resp.StatusCode() == http.StatusOK:
		return &chart, nil
	case resp.StatusCode() < 500:
		return nil, backoff.Permanent(errors.New(resp.Status()))
	}
	return nil, fmt.Errorf("chart server: %s", resp.Status())
}
