// Package good asks a dispatcher for taxis. Looking up taxis is hedged with a second copy of a slow
// request; an order goes through a client that sends each request once.
package good

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/failsafe-go/failsafe-go/failsafehttp"
	"github.com/failsafe-go/failsafe-go/hedgepolicy"
)

// Ride is wanted by a passenger.
type Ride struct {
	Passenger string `json:"passenger"`
	From      string `json:"from"`
	To        string `json:"to"`
}

// Taxi is a car near some place.
type Taxi struct {
	Plate   string `json:"plate"`
	Minutes int    `json:"minutes"`
}

// Dispatcher is a client of the taxi company.
type Dispatcher struct {
	base string
	hc   *http.Client // hedged
	once *http.Client
}

// NewDispatcher talks to the company at base.
func NewDispatcher(base string) *Dispatcher {
	hedge := hedgepolicy.NewBuilderWithDelay[*http.Response](400 * time.Millisecond).
		WithMaxHedges(1).
		Build()
	return &Dispatcher{
		base: base,
		hc: &http.Client{
			Transport: failsafehttp.NewRoundTripper(http.DefaultTransport, hedge),
			Timeout:   5 * time.Second,
		},
		once: &http.Client{Timeout: 5 * time.Second},
	}
}

// Near lists taxis close to a place.
func (d *Dispatcher) Near(ctx context.Context, place string) ([]Taxi, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, d.base+"/taxis?near="+url.QueryEscape(place), nil)
	if err != nil {
		return nil, fmt.Errorf("build request: %w", err)
	}
	resp, err := d.hc.Do(req)
	if err != nil {
		return nil, fmt.Errorf("taxis near %s: %w", place, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("taxis near %s: %s", place, resp.Status)
	}
	var taxis []Taxi
	if err := json.NewDecoder(resp.Body).Decode(&taxis); err != nil {
		return nil, fmt.Errorf("taxis near %s: %w", place, err)
	}
	return taxis, nil
}

// Order sends a taxi to the passenger.
func (d *Dispatcher) Order(ctx context.Context, r Ride) (Taxi, error) {
	raw, err := json.Marshal(r)
	if err != nil {
		return Taxi{}, fmt.Errorf("encode ride: %w", err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, d.base+"/rides", bytes.NewReader(raw))
	if err != nil {
		return Taxi{}, fmt.Errorf("build request: %w", err)
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := d.once.Do(req)
	if err != nil {
		return Taxi{}, fmt.Errorf("order for %s: %w", r.Passenger, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusCreated {
		return Taxi{}, fmt.Errorf("order for %s: %s", r.Passenger, resp.Status)
	}
	var taxi Taxi
	if err := json.NewDecoder(resp.Body).Decode(&taxi); err != nil {
		return Taxi{}, fmt.Errorf("order for %s: %w", r.Passenger, err)
	}
	return taxi, nil
}
