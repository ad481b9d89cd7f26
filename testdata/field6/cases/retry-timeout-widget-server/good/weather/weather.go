// Package weather is a client of a weather service.
package weather

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
	tries    = 3
	tryLimit = 1700 * time.Millisecond
)

// Report is the weather at a place.
type Report struct {
	Celsius float64 `json:"celsius"`
	Sky     string  `json:"sky"`
}

// Client asks the service.
type Client struct {
	base string
	http *http.Client
}

// NewClient returns a client.
func NewClient(base string) *Client {
	return &Client{base: base, http: &http.Client{Timeout: tryLimit}}
}

// Report returns the weather at a place.
func (c *Client) Report(ctx context.Context, place string) (Report, error) {
	var errs []error
	for n := range tries {
		if n > 0 {
			select {
			case <-ctx.Done():
				return Report{}, errors.Join(append(errs, ctx.Err())...)
			case <-time.After(time.Duration(n)*150*time.Millisecond + rand.N(150*time.Millisecond)):
			}
		}
		rep, again, err := c.fetch(ctx, place)
		if err == nil {
			return rep, nil
		}
		errs = append(errs, err)
		if !again || ctx.Err() != nil {
			break
		}
	}
	return Report{}, fmt.Errorf("report for %s: %w", place, errors.Join(errs...))
}

func (c *Client) fetch(ctx context.Context, place string) (rep Report, again bool, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+"/now?place="+url.QueryEscape(place), nil)
	if err != nil {
		return Report{}, false, err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return Report{}, true, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return Report{}, resp.StatusCode >= 500, errors.New(resp.Status)
	}
	err = json.NewDecoder(io.LimitReader(resp.Body, 1<<16)).Decode(&rep)
	return rep, true, err
}
