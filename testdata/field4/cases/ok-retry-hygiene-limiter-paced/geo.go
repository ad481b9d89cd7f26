// Package geo looks addresses up at a geocoder that allows five calls a second per key.
package geo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"golang.org/x/time/rate"
)

// Point is a place on the map.
type Point struct{ Lat, Lon float64 }

// ErrNowhere means that there is no such address.
var ErrNowhere = errors.New("address not found")

// Coder shares one key among all callers in the process.
type Coder struct {
	http  *http.Client
	base  string
	calls *rate.Limiter
}

// New returns a Coder.
func New(base string) *Coder {
	return &Coder{
		http:  &http.Client{Timeout: 2 * time.Second},
		base:  base,
		calls: rate.NewLimiter(rate.Every(250*time.Millisecond), 1),
	}
}

// Find returns the place of an address. Every call, the first like the later ones, waits for
// its turn at the limiter.
func (c *Coder) Find(ctx context.Context, address string) (Point, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	var last error
	for range 3 {
		if err := c.calls.Wait(ctx); err != nil {
			return Point{}, errors.Join(last, err)
		}
		p, again, err := c.ask(ctx, address)
		if err == nil || !again {
			return p, err
		}
		last = err
	}
	return Point{}, fmt.Errorf("find %q: %w", address, last)
}

func (c *Coder) ask(ctx context.Context, address string) (Point, bool, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+"/search?q="+url.QueryEscape(address), nil)
	if err != nil {
		return Point{}, false, err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return Point{}, ctx.Err() == nil, err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusNotFound:
		return Point{}, false, ErrNowhere
	case resp.StatusCode != http.StatusOK:
		return Point{}, resp.StatusCode >= 500, fmt.Errorf("geocoder: %s", resp.Status)
	}
	var p Point
	if err := json.NewDecoder(io.LimitReader(resp.Body, 4<<10)).Decode(&p); err != nil {
		return Point{}, false, err
	}
	return p, false, nil
}
