// Package ok looks up addresses with a geocoding service.
package ok

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"golang.org/x/time/rate"
)

// Point is a position on earth.
type Point struct {
	Lat float64 `json:"lat"`
	Lon float64 `json:"lon"`
}

var errBusy = errors.New("geocoder is busy")

// Geocoder shares one allowance of requests among all its users.
type Geocoder struct {
	base  string
	hc    *http.Client
	pace  *rate.Limiter
	tries int
}

// NewGeocoder asks at most every half second.
func NewGeocoder(base string) *Geocoder {
	return &Geocoder{
		base:  base,
		hc:    &http.Client{Timeout: 4 * time.Second},
		pace:  rate.NewLimiter(rate.Every(500*time.Millisecond), 1),
		tries: 3,
	}
}

// Locate returns the position of an address.
func (g *Geocoder) Locate(ctx context.Context, address string) (Point, error) {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	var last error
	for range g.tries {
		if err := g.pace.Wait(ctx); err != nil {
			return Point{}, errors.Join(err, last)
		}
		p, err := g.ask(ctx, address)
		if err == nil {
			return p, nil
		}
		last = err
		if ctx.Err() != nil || !errors.Is(err, errBusy) {
			break
		}
	}
	return Point{}, fmt.Errorf("locate %q: %w", address, last)
}

func (g *Geocoder) ask(ctx context.Context, address string) (Point, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, g.base+"/search?q="+url.QueryEscape(address), nil)
	if err != nil {
		return Point{}, err
	}
	resp, err := g.hc.Do(req)
	if err != nil {
		return Point{}, fmt.Errorf("%w: %w", errBusy, err)
	}
	defer resp.Body.Close()
	var p Point
	switch resp.StatusCode {
	case http.StatusOK:
		err := json.NewDecoder(resp.Body).Decode(&p)
		return p, err
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		return p, errBusy
	}
	return p, errors.New(resp.Status)
}
