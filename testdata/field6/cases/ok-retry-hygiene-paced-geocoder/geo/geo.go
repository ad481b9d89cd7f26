// Package geo is a client of a geocoding service.
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
)

// Point is a place on earth.
type Point struct {
	Lat float64 `json:"lat"`
	Lon float64 `json:"lon"`
}

type statusError int

func (e statusError) Error() string { return fmt.Sprintf("geocoder answered %d", int(e)) }

// Passing reports whether the same search may succeed later.
func Passing(err error) bool {
	var se statusError
	return !errors.As(err, &se) || se >= 500 || se == http.StatusTooManyRequests
}

// Client asks the service.
type Client struct {
	base string
	http *http.Client
}

// NewClient returns a client.
func NewClient(base string) *Client {
	return &Client{base: base, http: &http.Client{Timeout: 5 * time.Second}}
}

// Search returns the point of an address.
func (c *Client) Search(ctx context.Context, address string) (Point, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+"/search?q="+url.QueryEscape(address), nil)
	if err != nil {
		return Point{}, err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return Point{}, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return Point{}, statusError(resp.StatusCode)
	}
	var p Point
	err = json.NewDecoder(io.LimitReader(resp.Body, 1<<16)).Decode(&p)
	return p, err
}
