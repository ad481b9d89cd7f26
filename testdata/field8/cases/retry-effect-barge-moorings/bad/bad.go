// Package bad books moorings at a harbour office. The office honours an idempotency key, but
// resty runs the request middleware again for every attempt: each retry carries a fresh key,
// and a booking whose answer got lost is made and billed a second time.
package bad

import (
	"context"
	"fmt"
	"time"

	"github.com/go-resty/resty/v2"
	"github.com/google/uuid"
)

const keyHeader = "Idempotency-Key"

// Booking asks for a berth.
type Booking struct {
	Vessel string    `json:"vessel"`
	From   time.Time `json:"from"`
	Nights int       `json:"nights"`
}

// Berth is what the office gave out.
type Berth struct {
	Number string `json:"number"`
	Cents  int64  `json:"cents"`
}

// Office is a client of the harbour office.
type Office struct {
	rc     *resty.Client
	budget time.Duration
}

// NewOffice talks to the office at base.
func NewOffice(base, token string) *Office {
	rc := resty.New().
		SetBaseURL(base).
		SetAuthToken(token).
		SetTimeout(5 * time.Second).
		SetRetryCount(3).
		SetRetryWaitTime(200 * time.Millisecond).
		SetRetryMaxWaitTime(2 * time.Second).
		AddRetryCondition(func(r *resty.Response, err error) bool {
			return err != nil || r.StatusCode() >= 500
		})
	rc.OnBeforeRequest(func(_ *resty.Client, r *resty.Request) error {
		r.SetHeader(keyHeader, uuid.NewString()) // EXPECT retry-effect
		return nil
	})
	return &Office{rc: rc, budget: 30 * time.Second}
}

// Book takes a berth for the vessel.
func (o *Office) Book(ctx context.Context, b Booking) (Berth, error) {
	ctx, cancel := context.WithTimeout(ctx, o.budget)
	defer cancel()
	var berth Berth
	resp, err := o.rc.R().
		SetContext(ctx).
		SetBody(b).
		SetResult(&berth).
		Post("/v1/bookings") // OR retry-effect
	if err != nil {
		return Berth{}, fmt.Errorf("book a berth for %s: %w", b.Vessel, err)
	}
	if resp.IsError() {
		return Berth{}, fmt.Errorf("book a berth for %s: %s", b.Vessel, resp.Status())
	}
	return berth, nil
}
