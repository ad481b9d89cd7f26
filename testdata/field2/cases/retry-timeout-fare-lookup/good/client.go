// Package good asks a fare service how much a journey costs.
// One answer may take ten seconds, three of them and the pauses half a minute and a bit.
package good

import (
	"context"
	"encoding/json"
	"faultfield2/cases/retry-timeout-fare-lookup/good/endpoint"
	"fmt"
	"net/http"
	"net/url"
	"time"
)

// Journey goes from one place to another.
type Journey struct{ From, To string }

// Fare is a price in cents.
type Fare struct {
	Cents int `json:"cents"`
}

// Client asks for fares.
type Client struct {
	fare endpoint.Endpoint[Journey, Fare]
}

// NewClient returns a client of the service at base.
func NewClient(base *url.URL) *Client {
	hc := &http.Client{Timeout: 10 * time.Second}
	ep := func(ctx context.Context, j Journey) (Fare, error) {
		u := base.JoinPath("fares")
		u.RawQuery = url.Values{"from": {j.From}, "to": {j.To}}.Encode()
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
		if err != nil {
			return Fare{}, err
		}
		resp, err := hc.Do(req)
		if err != nil {
			return Fare{}, err
		}
		defer resp.Body.Close()
		if resp.StatusCode != http.StatusOK {
			return Fare{}, fmt.Errorf("fares: %s", resp.Status)
		}
		var f Fare
		return f, json.NewDecoder(resp.Body).Decode(&f)
	}
	return &Client{fare: endpoint.Retry(3, 32*time.Second, ep)}
}

// Fare returns the price of a journey.
func (c *Client) Fare(ctx context.Context, from, to string) (Fare, error) {
	return c.fare(ctx, Journey{From: from, To: to})
}
