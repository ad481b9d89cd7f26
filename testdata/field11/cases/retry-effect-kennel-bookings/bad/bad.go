// Package bad books kennel places through a REST API.
// One client with retries serves reads and writes alike: a booking whose answer got lost, or that
// ran into the timeout while the service was still at work, is posted again and booked twice.
package bad

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/go-resty/resty/v2"
)

const (
	requestTimeout = 8 * time.Second
	totalTimeout   = 45 * time.Second
	retries        = 3
)

// Stay is a place for one dog.
type Stay struct {
	ID    string `json:"id,omitempty"`
	Dog   string `json:"dog"`
	From  string `json:"from"`
	Until string `json:"until"`
}

// Kennel is a client of the booking service, which assigns the ids of the stays.
type Kennel struct {
	rest *resty.Client
}

// NewKennel returns a client of the service at base.
func NewKennel(base string) *Kennel {
	rest := resty.New(). // OR retry-effect
				SetBaseURL(base).
				SetTimeout(requestTimeout).
				SetRetryCount(retries). // OR retry-effect
				SetRetryWaitTime(250 * time.Millisecond).
				SetRetryMaxWaitTime(2 * time.Second).
				AddRetryCondition(unavailable) // OR retry-effect
	return &Kennel{rest: rest}
}

func unavailable(r *resty.Response, err error) bool {
	return err != nil || r.StatusCode() >= http.StatusInternalServerError
}

// Stays lists the stays of a day.
func (k *Kennel) Stays(ctx context.Context, day string) ([]Stay, error) {
	ctx, cancel := context.WithTimeout(ctx, totalTimeout)
	defer cancel()
	var stays []Stay
	resp, err := k.rest.R().SetContext(ctx).SetQueryParam("day", day).SetResult(&stays).Get("/stays")
	if err != nil {
		return nil, fmt.Errorf("list stays of %s: %w", day, err)
	}
	if resp.IsError() {
		return nil, fmt.Errorf("list stays of %s: %s", day, resp.Status())
	}
	return stays, nil
}

// Book books places for all dogs of a household at once.
func (k *Kennel) Book(ctx context.Context, household string, stays []Stay) ([]Stay, error) {
	ctx, cancel := context.WithTimeout(ctx, totalTimeout)
	defer cancel()
	var booked []Stay
	resp, err := k.rest.R(). // OR retry-effect
					SetContext(ctx).
					SetPathParam("household", household).
					SetBody(stays).
					SetResult(&booked).
					Post("/households/{household}/stays") // EXPECT retry-effect
	if err != nil {
		return nil, fmt.Errorf("book for %s: %w", household, err)
	}
	if resp.IsError() {
		return nil, fmt.Errorf("book for %s: %s", household, resp.Status())
	}
	return booked, nil
}
