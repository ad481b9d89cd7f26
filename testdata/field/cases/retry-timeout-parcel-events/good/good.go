// Package good reads the events of a parcel from a carrier.
// resty repeats a failed request three times as configured below, and nobody else does.
package good

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/go-resty/resty/v2"
)

// Event is something that happened to a parcel.
type Event struct {
	At   time.Time `json:"at"`
	Text string    `json:"text"`
}

// Carrier is a client of the carrier's tracking API.
type Carrier struct {
	rc *resty.Client
}

// New returns a client.
func New(base, key string) *Carrier {
	rc := resty.New().
		SetBaseURL(base).
		SetHeader("X-Api-Key", key).
		SetTimeout(20 * time.Second).
		SetRetryCount(3).
		SetRetryWaitTime(300 * time.Millisecond).
		SetRetryMaxWaitTime(2 * time.Second).
		AddRetryCondition(func(r *resty.Response, err error) bool {
			return err != nil || r.StatusCode() >= http.StatusInternalServerError
		})
	return &Carrier{rc: rc}
}

// Events returns the events of a parcel, oldest first.
func (c *Carrier) Events(ctx context.Context, parcel string) ([]Event, error) {
	return c.once(ctx, parcel)
}

func (c *Carrier) once(ctx context.Context, parcel string) ([]Event, error) {
	var events []Event
	resp, err := c.rc.R().SetContext(ctx).SetResult(&events).SetPathParam("parcel", parcel).Get("/parcels/{parcel}/events")
	if err != nil {
		return nil, fmt.Errorf("events of %s: %w", parcel, err)
	}
	if resp.IsError() {
		return nil, fmt.Errorf("events of %s: %s", parcel, resp.Status())
	}
	return events, nil
}
