// Package good loads the depth charts of a reef. The client from package link sends a request up
// to five times; nothing above it repeats that.
package good

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/go-resty/resty/v2"

	"faultfield9/cases/retry-timeout-reef-charts/good/link"
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
	chart, err := c.get(ctx, reef)
	if err != nil {
		return nil, fmt.Errorf("chart of %s: %w", reef, err)
	}
	return chart, nil
}

func (c *Charts) get(ctx context.Context, reef string) (*Chart, error) {
	var chart Chart
	resp, err := c.rc.R().SetContext(ctx).SetResult(&chart).SetPathParam("reef", reef).Get("/reefs/{reef}/depths")
	switch {
	case err != nil:
		return nil, err
	case resp.StatusCode() == http.StatusOK:
		return &chart, nil
	}
	return nil, fmt.Errorf("chart server: %s", resp.Status())
}
