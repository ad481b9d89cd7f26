// Package bad buys gift cards from a wholesaler.
// The wholesaler drops orders with a key it has seen. The hook that sets the key runs before
// every attempt of resty, not once an order: each retry carries a new key and buys a card.
package bad

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/go-resty/resty/v2"
	"github.com/google/uuid"
)

const keyHeader = "Idempotency-Key"

// Order asks for one card.
type Order struct {
	Shop  string `json:"shop"`
	Cents int    `json:"cents"`
}

// Card is what was bought.
type Card struct {
	Code string `json:"code"`
}

// Wholesaler sells cards.
type Wholesaler struct {
	rc *resty.Client
}

// New talks to the service at base.
func New(base, token string) *Wholesaler {
	rc := resty.New().
		SetBaseURL(base).
		SetAuthToken(token).
		SetTimeout(6 * time.Second).
		SetRetryCount(3). // OR retry-effect
		SetRetryWaitTime(250 * time.Millisecond).
		SetRetryMaxWaitTime(3 * time.Second).
		AddRetryCondition(passing)
	rc.OnBeforeRequest(func(_ *resty.Client, r *resty.Request) error {
		if r.Method == http.MethodPost {
			r.SetHeader(keyHeader, uuid.NewString()) // EXPECT retry-effect
		}
		return nil
	})
	return &Wholesaler{rc: rc}
}

// passing reports whether the order may be sent once more.
func passing(resp *resty.Response, err error) bool {
	if err != nil {
		return !errors.Is(err, context.Canceled)
	}
	return resp.StatusCode() >= http.StatusBadGateway
}

// Buy orders a card.
func (w *Wholesaler) Buy(ctx context.Context, o Order) (Card, error) {
	var card Card
	resp, err := w.rc.R().SetContext(ctx).SetBody(o).SetResult(&card).Post("/cards") // OR retry-effect
	if err != nil {
		return Card{}, fmt.Errorf("buy card: %w", err)
	}
	if resp.IsError() {
		return Card{}, fmt.Errorf("buy card: %s", resp.Status())
	}
	return card, nil
}
