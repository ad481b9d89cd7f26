// Package bureau reads from the permit bureau.
package bureau

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/go-resty/resty/v2"
)

// ErrUnknown says that the bureau knows no such ride.
var ErrUnknown = errors.New("unknown ride")

// Permit allows a ride to run until a day.
type Permit struct {
	Ride  string    `json:"ride"`
	Until time.Time `json:"until"`
}

// Client reads permits; a request that fails is sent up to four times.
type Client struct {
	rest *resty.Client
}

// New returns a client of the bureau at base.
func New(base string) *Client {
	rest := resty.New().
		SetBaseURL(base).
		SetTimeout(4 * time.Second).
		SetRetryCount(3).
		SetRetryWaitTime(200 * time.Millisecond).
		SetRetryMaxWaitTime(time.Second).
		AddRetryCondition(func(r *resty.Response, err error) bool {
			return err != nil || r.StatusCode() >= http.StatusInternalServerError
		})
	return &Client{rest: rest}
}

// Permit returns the permit of a ride.
func (c *Client) Permit(ctx context.Context, ride string) (*Permit, error) {
	var permit Permit
	resp, err := c.rest.R().
		SetContext(ctx).
		SetPathParam("ride", ride).
		SetResult(&permit).
		Get("/permits/{ride}")
	if err != nil {
		return nil, err
	}
	switch {
	case resp.StatusCode() == http.StatusNotFound:
		return nil, ErrUnknown
	case resp.IsError():
		return nil, fmt.Errorf("bureau answered %s", resp.Status())
	}
	return &permit, nil
}
