// Package ok reads the fill levels of recycling containers.
package ok

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/go-resty/resty/v2"
)

// Level is the state of one container.
type Level struct {
	Container string  `json:"container"`
	Percent   float64 `json:"percent"`
}

// Sensors is a client of the sensor vendor's cloud.
type Sensors struct {
	client *resty.Client
}

// NewSensors returns a client. Resty's timeout holds for each try: every one is a call of its own
// on the underlying http.Client.
func NewSensors(base, key string) *Sensors {
	c := resty.New().
		SetBaseURL(base).
		SetAuthToken(key).
		SetTimeout(3 * time.Second).
		SetRetryCount(2).
		SetRetryWaitTime(200 * time.Millisecond).
		SetRetryMaxWaitTime(2 * time.Second).
		AddRetryCondition(func(r *resty.Response, err error) bool {
			return err != nil || r.StatusCode() == http.StatusTooManyRequests || r.StatusCode() >= 500
		})
	return &Sensors{client: c}
}

// Levels returns the levels in a district. Three tries and the waits between them take 13 s at most.
func (s *Sensors) Levels(ctx context.Context, district string) ([]Level, error) {
	ctx, cancel := context.WithTimeout(ctx, 15*time.Second)
	defer cancel()
	var levels []Level
	resp, err := s.client.R().
		SetContext(ctx).
		SetPathParam("district", district).
		SetResult(&levels).
		Get("/districts/{district}/levels")
	if err != nil {
		return nil, fmt.Errorf("levels in %s: %w", district, err)
	}
	if resp.IsError() {
		return nil, fmt.Errorf("levels in %s: %s", district, resp.Status())
	}
	return levels, nil
}
