// Package almanac looks up rise and set times for the sundial displays in the parks.
package almanac

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"
)

const (
	lookupTimeout = 4 * time.Second
	lookupTries   = 3
)

// Times holds the rise and set of the sun at one site.
type Times struct {
	Rise time.Time `json:"rise"`
	Set  time.Time `json:"set"`
}

// statusError is an answer of the service that is not 200.
type statusError int

func (e statusError) Error() string { return fmt.Sprintf("almanac answered %d", int(e)) }

// Client asks the almanac service.
type Client struct {
	base string
	http *http.Client
	log  *slog.Logger
}

// NewClient returns a client of the service at base.
func NewClient(base string, hc *http.Client, log *slog.Logger) *Client {
	return &Client{base: base, http: hc, log: log}
}

// Day returns the times at a site. A lookup that fails or takes too long is made again.
func (c *Client) Day(ctx context.Context, site string, day time.Time) (*Times, error) {
	var last error
	for try := 1; try <= lookupTries; try++ {
		lookupCtx, cancel := context.WithTimeout(ctx, lookupTimeout)
		times, err := c.fetch(lookupCtx, site, day)
		cancel()
		if err == nil {
			return times, nil
		}
		last = err
		if try == lookupTries || ctx.Err() != nil || !transient(err) {
			break
		}
		c.log.Warn("almanac lookup failed", "site", site, "try", try, "err", err)
		pause := time.Duration(try)*200*time.Millisecond + rand.N(200*time.Millisecond)
		select {
		case <-ctx.Done():
			return nil, errors.Join(ctx.Err(), last)
		case <-time.After(pause):
		}
	}
	return nil, fmt.Errorf("times of %s: %w", site, last)
}

func (c *Client) fetch(ctx context.Context, site string, day time.Time) (*Times, error) {
	q := url.Values{"site": {site}, "day": {day.Format(time.DateOnly)}}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+"/v1/times?"+q.Encode(), nil)
	if err != nil {
		return nil, err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, statusError(resp.StatusCode)
	}
	var t Times
	if err := json.NewDecoder(resp.Body).Decode(&t); err != nil {
		return nil, fmt.Errorf("decode times: %w", err)
	}
	return &t, nil
}

// transient reports whether another lookup may succeed: timeouts, lost connections, 5xx.
func transient(err error) bool {
	var se statusError
	if errors.As(err, &se) {
		return se >= 500
	}
	var ue *url.Error
	return errors.As(err, &ue)
}
