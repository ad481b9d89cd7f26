// Package ok reads the water levels of wells. The client that is shared with other packages
// repeats requests; the loop here uses a client of its own, whose repeats are switched off, as
// it has to look at the answer's content before it knows whether to ask again.
package ok

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/go-resty/resty/v2"
)

// errStale says that the gauge has not measured since the last reading.
var errStale = errors.New("reading is too old")

// Reading is a water level.
type Reading struct {
	Metres float64   `json:"metres"`
	At     time.Time `json:"at"`
}

// Shared returns the client for plain lookups. It repeats a failed GET up to three times.
func Shared(base string) *resty.Client {
	return resty.New().SetBaseURL(base).SetTimeout(5 * time.Second).SetRetryCount(3)
}

// Wells reads levels.
type Wells struct {
	lookup *resty.Client
	gauge  *resty.Client
	budget time.Duration
}

// NewWells looks wells up through the shared client.
func NewWells(base string, shared *resty.Client) *Wells {
	gauge := resty.New().SetBaseURL(base).SetTimeout(4 * time.Second).SetRetryCount(0)
	return &Wells{lookup: shared, gauge: gauge, budget: 30 * time.Second}
}

// Name returns the name of a well.
func (w *Wells) Name(ctx context.Context, well string) (string, error) {
	resp, err := w.lookup.R().SetContext(ctx).SetPathParam("well", well).Get("/wells/{well}/name")
	if err != nil {
		return "", fmt.Errorf("name of %s: %w", well, err)
	}
	if resp.IsError() {
		return "", fmt.Errorf("name of %s: %s", well, resp.Status())
	}
	return resp.String(), nil
}

// Level returns a reading not older than a minute.
func (w *Wells) Level(ctx context.Context, well string) (*Reading, error) {
	ctx, cancel := context.WithTimeout(ctx, w.budget)
	defer cancel()
	reading, err := backoff.Retry(ctx, func() (*Reading, error) {
		return w.read(ctx, well)
	}, backoff.WithMaxTries(5))
	if err != nil {
		return nil, fmt.Errorf("level of %s: %w", well, err)
	}
	return reading, nil
}

func (w *Wells) read(ctx context.Context, well string) (*Reading, error) {
	var r Reading
	resp, err := w.gauge.R().SetContext(ctx).SetResult(&r).SetPathParam("well", well).Get("/wells/{well}/level")
	switch {
	case err != nil:
		return nil, err
	case resp.StatusCode() >= http.StatusInternalServerError:
		return nil, errors.New(resp.Status())
	case resp.StatusCode() != http.StatusOK:
		return nil, backoff.Permanent(errors.New(resp.Status()))
	case time.Since(r.At) > time.Minute:
		return nil, errStale
	}
	return &r, nil
}
