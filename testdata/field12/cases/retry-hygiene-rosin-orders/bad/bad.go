// Package bad reads the orders of a rosin maker for the pages of a shop.
// One backoff is made with the client and used by every request: it keeps state, so calls that run
// side by side set each other's interval and start time back or far ahead.
package bad

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"github.com/cenkalti/backoff/v4"
)

// Order is an order of a customer.
type Order struct {
	ID    string `json:"id"`
	Cakes int    `json:"cakes"`
}

var errNoCustomer = errors.New("no such customer")

// Orders is a client of the order service; its methods may be called concurrently.
type Orders struct {
	base   string
	client *http.Client
	policy *backoff.ExponentialBackOff // OR retry-hygiene
	log    *slog.Logger
}

// NewOrders returns a client of the service at base.
func NewOrders(base string, log *slog.Logger) *Orders {
	policy := backoff.NewExponentialBackOff( // OR retry-hygiene
		backoff.WithInitialInterval(100*time.Millisecond),
		backoff.WithMaxInterval(time.Second),
		backoff.WithMaxElapsedTime(8*time.Second),
	)
	return &Orders{
		base:   base,
		client: &http.Client{Timeout: 2 * time.Second},
		policy: policy, // OR retry-hygiene
		log:    log,
	}
}

// ServeHTTP answers GET /customers/{customer}/orders.
func (o *Orders) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	orders, err := o.of(r.Context(), r.PathValue("customer"))
	switch {
	case errors.Is(err, errNoCustomer):
		http.NotFound(w, r)
	case err != nil:
		o.log.Error("orders not read", "err", err)
		http.Error(w, "orders not available", http.StatusServiceUnavailable)
	default:
		w.Header().Set("Content-Type", "application/json")
		if err := json.NewEncoder(w).Encode(orders); err != nil {
			o.log.Debug("answer not sent", "err", err)
		}
	}
}

func (o *Orders) of(ctx context.Context, customer string) ([]Order, error) {
	get := func() ([]Order, error) { return o.get(ctx, customer) }
	orders, err := backoff.RetryWithData(get, backoff.WithContext(o.policy, ctx)) // EXPECT retry-hygiene
	if err != nil {
		return nil, fmt.Errorf("orders of %s: %w", customer, err)
	}
	return orders, nil
}

func (o *Orders) get(ctx context.Context, customer string) ([]Order, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, o.base+"/orders?customer="+url.QueryEscape(customer), nil)
	if err != nil {
		return nil, backoff.Permanent(err)
	}
	resp, err := o.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusNotFound:
		return nil, backoff.Permanent(errNoCustomer)
	case resp.StatusCode >= 500:
		return nil, fmt.Errorf("order service answered %s", resp.Status)
	case resp.StatusCode != http.StatusOK:
		return nil, backoff.Permanent(fmt.Errorf("order service answered %s", resp.Status))
	}
	var orders []Order
	if err := json.NewDecoder(resp.Body).Decode(&orders); err != nil {
		return nil, fmt.Errorf("decode orders: %w", err)
	}
	return orders, nil
}
