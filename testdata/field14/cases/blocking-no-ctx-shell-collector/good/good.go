// Package good runs on the carts of people who collect shells and pulls each cart's orders. No
// request may take longer than the client's timeout.
package good

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"
)

const (
	every = 30 * time.Second
	most  = 1 << 20
	limit = 15 * time.Second
)

// Orders say what a cart shall collect.
type Orders struct {
	Beach string   `json:"beach"`
	Kinds []string `json:"kinds"`
}

// Cart pulls its orders.
type Cart struct {
	id     string
	base   string
	client *http.Client
	obey   func(Orders)
	log    *slog.Logger
}

// NewCart returns the agent of a cart.
func NewCart(id, base string, obey func(Orders), log *slog.Logger) *Cart {
	return &Cart{id: id, base: base, client: &http.Client{Timeout: limit}, obey: obey, log: log}
}

// Run pulls orders until ctx ends.
func (c *Cart) Run(ctx context.Context) error {
	wait := time.NewTimer(rand.N(every))
	defer wait.Stop()
	for {
		select {
		case <-wait.C:
		case <-ctx.Done():
			return ctx.Err()
		}
		orders, err := c.pull(ctx)
		if err != nil {
			c.log.ErrorContext(ctx, "no orders", "cart", c.id, "err", err)
		} else {
			c.obey(orders)
		}
		wait.Reset(every/2 + rand.N(every))
	}
}

func (c *Cart) pull(ctx context.Context) (Orders, error) {
	var o Orders
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+"/carts/"+url.PathEscape(c.id)+"/orders", nil)
	if err != nil {
		return o, err
	}
	resp, err := c.client.Do(req)
	if err != nil {
		return o, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return o, fmt.Errorf("orders: %s", resp.Status)
	}
	if err := json.NewDecoder(io.LimitReader(resp.Body, most)).Decode(&o); err != nil {
		return o, fmt.Errorf("decode orders: %w", err)
	}
	return o, nil
}
