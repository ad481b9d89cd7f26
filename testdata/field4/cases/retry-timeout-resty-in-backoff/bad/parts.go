// Package parts reads the parts list of a machine from the vendor's catalogue.
package parts

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/go-resty/resty/v2"
)

// Part is an entry of a parts list.
type Part struct {
	Number string  `json:"number"`
	Title  string  `json:"title"`
	Price  float64 `json:"price"`
}

// Catalogue is a client of the vendor.
type Catalogue struct {
	rc *resty.Client
}

// New returns a Catalogue for the vendor at base.
func New(base, token string) *Catalogue {
	rc := resty.New().
		SetBaseURL(base).
		SetAuthToken(token).
		SetTimeout(4 * time.Second).
		SetRetryCount(3). // OR retry-timeout
		SetRetryWaitTime(200 * time.Millisecond).
		SetRetryMaxWaitTime(time.Second)
	rc.AddRetryCondition(func(r *resty.Response, err error) bool {
		return err != nil || r.StatusCode() >= http.StatusInternalServerError
	})
	return &Catalogue{rc: rc}
}

// List returns the parts of a machine.
func (c *Catalogue) List(ctx context.Context, machine string) ([]Part, error) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()

	load := func() ([]Part, error) {
		var parts []Part
		resp, err := c.rc.R(). // OR retry-timeout
					SetContext(ctx).
					SetPathParam("machine", machine).
					SetResult(&parts).
					Get("/machines/{machine}/parts") // EXPECT retry-timeout
		switch {
		case err != nil && ctx.Err() != nil:
			return nil, backoff.Permanent(err)
		case err != nil:
			return nil, err
		case resp.StatusCode() >= http.StatusInternalServerError:
			return nil, fmt.Errorf("catalogue: %s", resp.Status())
		case resp.IsError():
			return nil, backoff.Permanent(fmt.Errorf("catalogue: %s", resp.Status()))
		}
		return parts, nil
	}
	parts, err := backoff.Retry(ctx, load, // OR retry-timeout
		backoff.WithBackOff(backoff.NewExponentialBackOff()),
		backoff.WithMaxTries(4))
	if err != nil {
		return nil, fmt.Errorf("parts of %s: %w", machine, err)
	}
	return parts, nil
}
