// Package good books kennel places through a REST API.
// Only the client for reads repeats requests; bookings go through a second client that sends each
// of them once and leaves the decision to the caller.
package good

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
	read  *resty.Client
	write *resty.Client
}

// NewKennel returns a client of the service at base.
func NewKennel(base string) *Kennel {
	read := resty.New().
		SetBaseURL(base).
		SetTimeout(requestTimeout).
		SetRetryCount(retries).
		SetRetryWaitTime(250 * time.Millisecond).
		SetRetryMaxWaitTime(2 * time.Second).
		AddRetryCondition(unavailable)
	write := resty.New().
		SetBaseURL(base).
		SetTimeout(requestTimeout)
	return &Kennel{read: read, write: write}
}

func unavailable(r *resty.Response, err error) bool {
	return err != nil || r.StatusCode() >= http.StatusInternalServerError
}

// Stays lists the stays of a day.
func (k *Kennel) Stays(ctx context.Context, day string) ([]Stay, error) {
	ctx, cancel := context.WithTimeout(ctx, totalTimeout)
	defer cancel()
	var stays []Stay
	resp, err := k.read.R().SetContext(ctx).SetQueryParam("day", day).SetResult(&stays).Get("/stays")
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
	resp, err := k.write.R().
		SetContext(ctx).
		SetPathParam("household", household).
		SetBody(stays).
		SetResult(&booked).
		Post("/households/{household}/stays")
	if err != nil {
		return nil, fmt.Errorf("book for %s: %w", household, err)
	}
	if resp.IsError() {
		return nil, fmt.Errorf("book for %s: %s", household, resp.Status())
	}
	return booked, nil
}
