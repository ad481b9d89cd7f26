// Package ok asks a star catalogue for the objects around a point of the sky.
// Each attempt gets a longer timeout than the one before, the last one more than half of the budget,
// which looks as if the attempts did not fit. They do: the budget is the sum of the timeouts and of
// the longest pauses, and a timed-out attempt is told from the end of the caller's patience.
package ok

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// patience has one timeout for each attempt.
var patience = []time.Duration{2 * time.Second, 5 * time.Second, 12 * time.Second}

const maxPause = time.Second

// budget allows for all attempts and for the pauses between them.
func budget() time.Duration {
	total := 500 * time.Millisecond
	for _, d := range patience {
		total += d + maxPause
	}
	return total
}

// Star is one object.
type Star struct {
	Name      string  `json:"name"`
	Magnitude float64 `json:"magnitude"`
}

// Catalogue is a client.
type Catalogue struct {
	hc   *http.Client
	base string
}

// NewCatalogue returns a client of the catalogue at base.
func NewCatalogue(base string) *Catalogue {
	return &Catalogue{hc: &http.Client{Timeout: budget()}, base: base}
}

// Around returns the objects within one degree.
func (c *Catalogue) Around(ctx context.Context, ra, dec float64) ([]Star, error) {
	ctx, cancel := context.WithTimeout(ctx, budget())
	defer cancel()
	q := url.Values{"ra": {strconv.FormatFloat(ra, 'f', 5, 64)}, "dec": {strconv.FormatFloat(dec, 'f', 5, 64)}}
	var last error
	for n, limit := range patience {
		if n > 0 {
			select {
			case <-ctx.Done():
				return nil, fmt.Errorf("stars around %s: %w", q.Encode(), errors.Join(ctx.Err(), last))
			case <-time.After(maxPause/2 + rand.N(maxPause/2)):
			}
		}
		stars, err := c.ask(ctx, limit, q)
		if err == nil {
			return stars, nil
		}
		if last = err; ctx.Err() != nil || !passing(err) {
			break
		}
	}
	return nil, fmt.Errorf("stars around %s: %w", q.Encode(), last)
}

func (c *Catalogue) ask(ctx context.Context, limit time.Duration, q url.Values) ([]Star, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+"/cone?"+q.Encode(), nil)
	if err != nil {
		return nil, err
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, statusError(resp.StatusCode)
	}
	var stars []Star
	if err := json.NewDecoder(io.LimitReader(resp.Body, 8<<20)).Decode(&stars); err != nil {
		return nil, fmt.Errorf("decode: %w", err)
	}
	return stars, nil
}

type statusError int

func (e statusError) Error() string { return fmt.Sprintf("catalogue answered %d", int(e)) }

// passing tells faults that may be gone at the next attempt; the end of an attempt is one.
func passing(err error) bool {
	var st statusError
	if errors.As(err, &st) {
		return st == http.StatusTooManyRequests || st >= 500
	}
	var op *net.OpError
	return errors.As(err, &op) || errors.Is(err, context.DeadlineExceeded)
}
