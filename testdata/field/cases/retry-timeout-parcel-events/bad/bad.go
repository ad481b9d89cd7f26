// Package bad reads the events of a parcel from a carrier.
// resty repeats a failed request three times as configured below; the loop in Events repeats that
// up to four times: sixteen requests for a parcel of a carrier that is down.
package bad

import (
	"context"
	"fmt"
	"log/slog"
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
		SetRetryCount(3). // OR retry-timeout
		SetRetryWaitTime(300 * time.Millisecond).
		SetRetryMaxWaitTime(2 * time.Second).
		AddRetryCondition(func(r *resty.Response, err error) bool {
			return err != nil || r.StatusCode() >= http.StatusInternalServerError
		})
	return &Carrier{rc: rc}
}

// Events returns the events of a parcel, oldest first.
func (c *Carrier) Events(ctx context.Context, parcel string) ([]Event, error) {
	var err error
	for n := 1; n <= 4; n++ { // OR retry-timeout
		var events []Event
		if events, err = c.once(ctx, parcel); err == nil { // EXPECT retry-timeout
			return events, nil
		}
		slog.WarnContext(ctx, "carrier failed", "parcel", parcel, "n", n, "err", err)
		if n == 4 {
			break
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(time.Duration(n) * time.Second):
		}
	}
	return nil, err
}

func (c *Carrier) once(ctx context.Context, parcel string) ([]Event, error) {
	var events []Event
	resp, err := c.rc.R().SetContext(ctx).SetResult(&events).SetPathParam("parcel", parcel).Get("/parcels/{parcel}/events") // OR retry-timeout
	if err != nil {
		return nil, fmt.Errorf("events of %s: %w", parcel, err)
	}
	if resp.IsError() {
		return nil, fmt.Errorf("events of %s: %s", parcel, resp.Status())
	}
	return events, nil
}
