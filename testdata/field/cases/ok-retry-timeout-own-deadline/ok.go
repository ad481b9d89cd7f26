// Package ok reads water meters through a gateway that sometimes swallows a request.
// It is right although the attempt's own context is asked: only together with the caller's. An attempt
// that ran out of its own time, while the caller's lasts, is the one worth repeating.
package ok

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/cenkalti/backoff/v5"
)

// Reading is a meter's value.
type Reading struct {
	Litres int64     `json:"litres"`
	At     time.Time `json:"at"`
}

// Gateway is a client of the radio gateway.
type Gateway struct {
	base   string
	client *http.Client
	limit  time.Duration
	whole  time.Duration
	tries  uint
}

// New returns a client; the limits have room for all tries.
func New(base string) *Gateway {
	return &Gateway{base: base, client: &http.Client{}, limit: 4 * time.Second, whole: 30 * time.Second, tries: 4}
}

// Read returns the value of a meter.
func (g *Gateway) Read(ctx context.Context, meter string) (Reading, error) {
	ctx, stop := context.WithTimeout(ctx, g.whole)
	defer stop()
	r, err := backoff.Retry(ctx, func() (Reading, error) {
		attempt, cancel := context.WithTimeout(ctx, g.limit)
		defer cancel()
		r, err := g.get(attempt, meter)
		if err == nil {
			return r, nil
		}
		if attempt.Err() != nil && ctx.Err() == nil {
			return Reading{}, fmt.Errorf("gateway was silent for %s: %w", g.limit, err)
		}
		var s statusError
		if ctx.Err() != nil || errors.As(err, &s) && s < 500 {
			return Reading{}, backoff.Permanent(err)
		}
		return Reading{}, err
	}, backoff.WithMaxTries(g.tries))
	if err != nil {
		return Reading{}, fmt.Errorf("read meter %s: %w", meter, err)
	}
	return r, nil
}

type statusError int

func (s statusError) Error() string { return fmt.Sprintf("gateway answered %d", int(s)) }

func (g *Gateway) get(ctx context.Context, meter string) (Reading, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, g.base+"/meters/"+meter, nil)
	if err != nil {
		return Reading{}, err
	}
	resp, err := g.client.Do(req)
	if err != nil {
		return Reading{}, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return Reading{}, statusError(resp.StatusCode)
	}
	var r Reading
	err = json.NewDecoder(resp.Body).Decode(&r)
	return r, err
}
