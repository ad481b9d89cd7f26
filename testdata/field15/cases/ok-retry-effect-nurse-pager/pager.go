// Package pager calls nurses to a bed. The exchange keeps the id of a call for a day and rings
// only once for it, however often the call arrives.
package pager

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/cenkalti/backoff/v4"
	"github.com/go-resty/resty/v2"
	"github.com/google/uuid"
)

const callBudget = 25 * time.Second

// Call asks for a nurse.
type Call struct {
	id   string
	Ward string `json:"ward"`
	Bed  string `json:"bed"`
	Note string `json:"note"`
}

// NewCall returns a call with an id of its own.
func NewCall(ward, bed, note string) *Call {
	return &Call{id: uuid.NewString(), Ward: ward, Bed: bed, Note: note}
}

// Exchange is a client of the pager exchange.
type Exchange struct {
	rest *resty.Client
}

// NewExchange returns a client of the exchange at base.
func NewExchange(base string) *Exchange {
	return &Exchange{rest: resty.New().SetBaseURL(base).SetTimeout(4 * time.Second)}
}

// Ring sends a call until the exchange has taken it.
func (e *Exchange) Ring(ctx context.Context, c *Call) error {
	ctx, cancel := context.WithTimeout(ctx, callBudget)
	defer cancel()

	bo := backoff.NewExponentialBackOff(
		backoff.WithInitialInterval(300*time.Millisecond),
		backoff.WithMaxInterval(2*time.Second),
		backoff.WithMaxElapsedTime(callBudget),
	)
	err := backoff.Retry(func() error { return e.post(ctx, c) }, backoff.WithContext(backoff.WithMaxRetries(bo, 4), ctx))
	if err != nil {
		return fmt.Errorf("call to bed %s/%s: %w", c.Ward, c.Bed, err)
	}
	return nil
}

func (e *Exchange) post(ctx context.Context, c *Call) error {
	resp, err := e.rest.R().
		SetContext(ctx).
		SetHeader("Idempotency-Key", c.id).
		SetBody(c).
		Post("/calls")
	if err != nil {
		return err
	}
	switch code := resp.StatusCode(); {
	case code < 300:
		return nil
	case code >= 500, code == http.StatusTooManyRequests:
		return fmt.Errorf("exchange answered %s", resp.Status())
	}
	return backoff.Permanent(errors.New(resp.Status()))
}
