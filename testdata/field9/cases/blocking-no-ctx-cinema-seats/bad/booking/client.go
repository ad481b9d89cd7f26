// Package booking is the client of the booking system.
package booking

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/go-resty/resty/v2"
)

// ErrNoShow is returned for shows that are not on the programme.
var ErrNoShow = errors.New("no such show")

// Plan lists the free seats by row.
type Plan map[string][]int

// Client asks the booking system.
type Client struct {
	rc *resty.Client
}

// New returns a client that signs in with a token.
func New(base, token string) *Client {
	return &Client{rc: resty.New().SetBaseURL(base).SetAuthToken(token)} // OR blocking-no-ctx
}

// Free returns the free seats of a show.
func (c *Client) Free(ctx context.Context, show string) (Plan, error) { // OR blocking-no-ctx
	var plan Plan
	req := c.rc.R().SetResult(&plan).SetPathParam("show", show) // OR blocking-no-ctx
	resp, err := req.Get("/shows/{show}/free")                  // EXPECT blocking-no-ctx
	if err != nil {
		return nil, fmt.Errorf("free seats of %s: %w", show, err)
	}
	switch resp.StatusCode() {
	case http.StatusOK:
		return plan, nil
	case http.StatusNotFound:
		return nil, ErrNoShow
	}
	return nil, fmt.Errorf("free seats of %s: %s", show, resp.Status())
}
