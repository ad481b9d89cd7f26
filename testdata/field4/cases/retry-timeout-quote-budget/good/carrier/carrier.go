// Package carrier asks the carrier for prices.
package carrier

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

const (
	tries    = 3
	tryLimit = 800 * time.Millisecond
)

// ErrNoService means that the carrier does not go there.
var ErrNoService = errors.New("no service to this address")

// Client is a client of the carrier.
type Client struct {
	http *http.Client
	base string
}

// New returns a Client.
func New(base string) *Client {
	return &Client{http: &http.Client{Timeout: 2 * tryLimit}, base: base}
}

// Price returns the price in cents.
func (c *Client) Price(ctx context.Context, zip string, grams int) (int64, error) {
	q := url.Values{"zip": {zip}, "grams": {strconv.Itoa(grams)}}
	var err error
	for n := range tries {
		if n > 0 {
			t := time.NewTimer(100*time.Millisecond + rand.N(100*time.Millisecond))
			select {
			case <-t.C:
			case <-ctx.Done():
				t.Stop()
				return 0, errors.Join(err, ctx.Err())
			}
		}
		var cents int64
		cents, err = c.ask(ctx, c.base+"/price?"+q.Encode())
		if err == nil || errors.Is(err, ErrNoService) || ctx.Err() != nil {
			return cents, err
		}
	}
	return 0, fmt.Errorf("price to %s: %w", zip, err)
}

func (c *Client) ask(ctx context.Context, u string) (int64, error) {
	ctx, cancel := context.WithTimeout(ctx, tryLimit)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u, nil)
	if err != nil {
		return 0, err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusOK:
	case http.StatusNotFound:
		return 0, ErrNoService
	default:
		return 0, fmt.Errorf("carrier: %s", resp.Status)
	}
	var out struct {
		Cents int64 `json:"cents"`
	}
	err = json.NewDecoder(io.LimitReader(resp.Body, 4<<10)).Decode(&out)
	return out.Cents, err
}
