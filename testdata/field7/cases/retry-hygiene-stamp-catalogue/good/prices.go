// Package good looks up catalogue prices of stamps for a collector's album.
// The catalogue's Retry-After is obeyed between one second and twenty.
package good

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/cenkalti/backoff/v5"
)

const (
	lookupBudget = time.Minute
	leastAfter   = 1  // second
	mostAfter    = 20 // seconds
)

// Price is what a catalogue says about one stamp.
type Price struct {
	Number string `json:"number"`
	Cents  int64  `json:"cents"`
}

// Catalogue is a client of a price catalogue.
type Catalogue struct {
	base   string
	client *http.Client
}

// Open returns a client of the catalogue at base.
func Open(base string) *Catalogue {
	return &Catalogue{base: base, client: &http.Client{Timeout: 6 * time.Second}}
}

// Price looks a stamp up.
func (c *Catalogue) Price(ctx context.Context, number string) (Price, error) {
	p, err := backoff.Retry(ctx, func() (Price, error) {
		return c.ask(ctx, number)
	}, backoff.WithMaxElapsedTime(lookupBudget))
	if err != nil {
		return Price{}, fmt.Errorf("price of %s: %w", number, err)
	}
	return p, nil
}

func (c *Catalogue) ask(ctx context.Context, number string) (Price, error) {
	var p Price
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+"/stamps/"+url.PathEscape(number), nil)
	if err != nil {
		return p, backoff.Permanent(err)
	}
	resp, err := c.client.Do(req)
	if err != nil {
		return p, err
	}
	defer resp.Body.Close()

	switch {
	case resp.StatusCode == http.StatusOK:
		if err := json.NewDecoder(io.LimitReader(resp.Body, 64<<10)).Decode(&p); err != nil {
			return p, backoff.Permanent(err)
		}
		return p, nil
	case resp.StatusCode == http.StatusTooManyRequests, resp.StatusCode == http.StatusServiceUnavailable:
		return p, busy(resp)
	case resp.StatusCode >= 500:
		return p, fmt.Errorf("catalogue answered %s", resp.Status)
	default:
		return p, backoff.Permanent(fmt.Errorf("catalogue answered %s", resp.Status))
	}
}

// busy turns the answer into an error that carries the catalogue's own idea of a pause, if it has one.
func busy(resp *http.Response) error {
	secs, err := strconv.Atoi(resp.Header.Get("Retry-After"))
	if err != nil {
		return fmt.Errorf("catalogue answered %s", resp.Status)
	}
	return backoff.RetryAfter(min(max(secs, leastAfter), mostAfter))
}
