// Package booking is a client of the booking system.
package booking

import (
	"context"
	"fmt"
	"time"

	"github.com/go-resty/resty/v2"
)

// Slot is half an hour in a lane.
type Slot struct {
	Lane  int       `json:"lane"`
	Begin time.Time `json:"begin"`
}

// Client reads slots.
type Client struct{ rc *resty.Client }

// New returns a client.
func New(url string) *Client {
	rc := resty.New().
		SetBaseURL(url).
		SetTimeout(3 * time.Second).
		SetRetryCount(1).
		SetRetryWaitTime(200 * time.Millisecond).
		SetRetryMaxWaitTime(time.Second).
		AddRetryCondition(func(r *resty.Response, err error) bool {
			return err != nil || r.StatusCode() >= 500
		})
	return &Client{rc: rc}
}

// Slots returns a day's free slots.
func (c *Client) Slots(ctx context.Context, day string) ([]Slot, error) {
	var slots []Slot
	resp, err := c.rc.R().SetContext(ctx).SetResult(&slots).SetPathParam("day", day).Get("/slots/{day}")
	if err != nil {
		return nil, err
	}
	if resp.IsError() {
		return nil, fmt.Errorf("slots of %s: %s", day, resp.Status())
	}
	return slots, nil
}
