// Package good orders meals at a canteen's kitchen system.
// resty repeats the POST with the same header, and the kitchen takes an order key only once.
package good

import (
	"context"
	"fmt"
	"time"

	"github.com/go-resty/resty/v2"
)

// Order is what somebody wants to eat.
type Order struct {
	Key  string `json:"-"` // unique, drawn by the till
	Seat int    `json:"seat"`
	Dish string `json:"dish"`
}

// Kitchen is a client of the kitchen system.
type Kitchen struct {
	rc *resty.Client
}

// New returns a client.
func New(base string) *Kitchen {
	rc := resty.New()
	rc.SetBaseURL(base)
	rc.SetTimeout(5 * time.Second)
	rc.SetRetryCount(3)
	rc.SetRetryWaitTime(200 * time.Millisecond)
	rc.SetRetryMaxWaitTime(3 * time.Second)
	rc.AddRetryCondition(func(r *resty.Response, err error) bool { return err != nil || r.StatusCode() >= 500 })
	return &Kitchen{rc: rc}
}

// Order places an order and returns its number in the queue.
func (k *Kitchen) Order(ctx context.Context, o Order) (int, error) {
	var placed struct {
		Queue int `json:"queue"`
	}
	req := k.rc.R().
		SetContext(ctx).
		SetBody(o).
		SetResult(&placed)
	req.SetHeader("Idempotency-Key", o.Key)
	resp, err := req.Post("/orders")
	if err != nil {
		return 0, fmt.Errorf("order %s for seat %d: %w", o.Dish, o.Seat, err)
	}
	if resp.IsError() {
		return 0, fmt.Errorf("order %s for seat %d: %s", o.Dish, o.Seat, resp.Status())
	}
	return placed.Queue, nil
}

// Today lists the dishes of the day.
func (k *Kitchen) Today(ctx context.Context) ([]string, error) {
	var dishes []string
	resp, err := k.rc.R().SetContext(ctx).SetResult(&dishes).Get("/dishes")
	if err != nil {
		return nil, fmt.Errorf("dishes of the day: %w", err)
	}
	if resp.IsError() {
		return nil, fmt.Errorf("dishes of the day: %s", resp.Status())
	}
	return dishes, nil
}
