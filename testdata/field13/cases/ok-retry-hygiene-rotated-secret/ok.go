// Package ok fetches work orders for a mill's controller, a daemon. It goes on after 401, which
// is right here: the secret is a file that a sidecar renews, each try reads it anew, and so an
// answer of 401 passes when the new secret is there. The pauses grow, are spread, and end with
// the context.
package ok

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"os"
	"strings"
	"time"
)

// Order is a piece of work.
type Order struct {
	ID    string `json:"id"`
	Grain string `json:"grain"`
	Kilos int    `json:"kilos"`
}

// refusal is an answer that only a new configuration would change.
type refusal struct{ status string }

func (r *refusal) Error() string { return "order office answered " + r.status }

// Controller runs the mill.
type Controller struct {
	hc     *http.Client // with a timeout
	url    string
	secret string // path of the file
	every  time.Duration
	grind  func(context.Context, Order) error
	log    *slog.Logger
}

// Run grinds until ctx ends or the office refuses the mill for good.
func (c *Controller) Run(ctx context.Context) error {
	const first, most = time.Second, 2 * time.Minute
	wait := first
	for {
		pause := c.every
		orders, err := c.orders(ctx)
		var no *refusal
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.As(err, &no):
			return err
		case err != nil:
			c.log.Warn("no orders fetched", "next", wait, "err", err)
			pause, wait = wait, min(2*wait, most)
		default:
			wait = first
			for _, o := range orders {
				if err := c.grind(ctx, o); err != nil {
					return fmt.Errorf("order %s: %w", o.ID, err)
				}
			}
		}
		timer := time.NewTimer(pause/2 + rand.N(pause/2))
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		}
	}
}

// orders asks with the secret as it is now.
func (c *Controller) orders(ctx context.Context) ([]Order, error) {
	secret, err := os.ReadFile(c.secret)
	if err != nil {
		return nil, fmt.Errorf("read secret: %w", err) // between two files while it is renewed
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.url, nil)
	if err != nil {
		return nil, &refusal{err.Error()}
	}
	req.Header.Set("Authorization", "Bearer "+strings.TrimSpace(string(secret)))
	resp, err := c.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusOK:
		var orders []Order
		if err := json.NewDecoder(resp.Body).Decode(&orders); err != nil {
			return nil, fmt.Errorf("decode orders: %w", err)
		}
		return orders, nil
	case resp.StatusCode == http.StatusUnauthorized, resp.StatusCode == http.StatusTooManyRequests, resp.StatusCode >= 500:
		return nil, fmt.Errorf("order office answered %s", resp.Status)
	}
	return nil, &refusal{resp.Status}
}
