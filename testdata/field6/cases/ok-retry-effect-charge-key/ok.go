// Package ok charges customers for their orders.
package ok

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/cenkalti/backoff/v5"

	"faultfield6/cases/ok-retry-effect-charge-key/psp"
)

// Order is what a customer pays for.
type Order struct {
	ID       string
	Customer string
	Cents    int64
}

// Cashier takes money.
type Cashier struct {
	psp *psp.Client
	log *slog.Logger
}

// NewCashier charges through c.
func NewCashier(c *psp.Client, log *slog.Logger) *Cashier { return &Cashier{psp: c, log: log} }

// Charge takes the money for an order and returns the ID of the charge.
func (c *Cashier) Charge(ctx context.Context, o Order) (string, error) {
	charge := psp.Charge{
		Key:      "order-" + o.ID,
		Customer: o.Customer,
		Cents:    o.Cents,
		Currency: "EUR",
	}
	id, err := backoff.Retry(ctx, func() (string, error) {
		id, err := c.psp.Charge(ctx, charge)
		if errors.Is(err, psp.ErrDeclined) {
			return "", backoff.Permanent(err)
		}
		return id, err
	},
		backoff.WithMaxTries(4),
		backoff.WithMaxElapsedTime(time.Minute),
		backoff.WithNotify(func(err error, next time.Duration) {
			c.log.Warn("charge has no answer", "order", o.ID, "next", next, "err", err)
		}),
	)
	if err != nil {
		return "", fmt.Errorf("charge order %s: %w", o.ID, err)
	}
	return id, nil
}
