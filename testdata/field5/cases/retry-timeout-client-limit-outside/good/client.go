// Package good manages dashboards through their API.
package good

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"net/url"
	"time"

	"faultfield5/cases/retry-timeout-client-limit-outside/good/again"
)

const answerWithin = 10 * time.Second

// Dashboard is a page of charts.
type Dashboard struct {
	ID    string   `json:"id"`
	Title string   `json:"title"`
	Tiles []string `json:"tiles"`
}

// Client is a client of the dashboard API.
type Client struct {
	base string
	hc   *http.Client
}

// NewClient returns a client for the API at base.
func NewClient(base string) *Client {
	tr := http.DefaultTransport.(*http.Transport).Clone()
	tr.DialContext = (&net.Dialer{Timeout: 3 * time.Second}).DialContext
	tr.TLSHandshakeTimeout = 3 * time.Second
	tr.ResponseHeaderTimeout = answerWithin
	return &Client{
		base: base,
		hc: &http.Client{
			Timeout:   3*(answerWithin+7*time.Second) + 5*time.Second,
			Transport: &again.Transport{Next: tr, Tries: 3, Pause: 500 * time.Millisecond},
		},
	}
}

// Dashboard loads one dashboard.
func (c *Client) Dashboard(ctx context.Context, id string) (Dashboard, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+"/dashboards/"+url.PathEscape(id), nil)
	if err != nil {
		return Dashboard{}, err
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return Dashboard{}, err
	}
	defer resp.Body.Close()
	var d Dashboard
	if resp.StatusCode != http.StatusOK {
		return d, errors.New(resp.Status)
	}
	err = json.NewDecoder(resp.Body).Decode(&d)
	return d, err
}
