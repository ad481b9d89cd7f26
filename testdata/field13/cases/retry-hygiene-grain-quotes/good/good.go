// Package good asks a grain exchange for quotes and repeats throttled requests. The helper
// drains and closes every answer that it throws away.
package good

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"
)

const (
	sendTries   = 4
	quoteBudget = 50 * time.Second
)

// Quote is a price with its unit.
type Quote struct {
	Grain string  `json:"grain"`
	Price float64 `json:"price"`
	Unit  string  `json:"unit"`
}

// Exchange is a client of the grain exchange.
type Exchange struct {
	base string
	web  *http.Client
}

// NewExchange returns a client of the exchange at base.
func NewExchange(base string) *Exchange {
	return &Exchange{base: base, web: &http.Client{Timeout: 8 * time.Second}}
}

// Quote returns today's price of a grain.
func (x *Exchange) Quote(ctx context.Context, grain string) (*Quote, error) {
	ctx, cancel := context.WithTimeout(ctx, quoteBudget)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, x.base+"/quotes/"+url.PathEscape(grain), nil)
	if err != nil {
		return nil, err
	}
	resp, err := sendAgain(x.web, req)
	if err != nil {
		return nil, fmt.Errorf("quote of %s: %w", grain, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("quote of %s: %s", grain, resp.Status)
	}
	var q Quote
	if err := json.NewDecoder(io.LimitReader(resp.Body, 1<<16)).Decode(&q); err != nil {
		return nil, fmt.Errorf("quote of %s: %w", grain, err)
	}
	return &q, nil
}

// sendAgain sends a request without a body, again while the server is throttling.
func sendAgain(web *http.Client, req *http.Request) (*http.Response, error) {
	ctx := req.Context()
	for n := 1; ; n++ {
		resp, err := web.Do(req)
		if err != nil {
			return nil, err
		}
		if n == sendTries || !throttled(resp.StatusCode) {
			return resp, nil
		}
		_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 1<<14))
		_ = resp.Body.Close()
		d := 500 * time.Millisecond << n
		select {
		case <-time.After(d + rand.N(d/2)):
		case <-ctx.Done():
			return nil, errors.Join(ctx.Err(), fmt.Errorf("throttled: %s", resp.Status))
		}
	}
}

func throttled(code int) bool {
	return code == http.StatusTooManyRequests || code == http.StatusServiceUnavailable
}
