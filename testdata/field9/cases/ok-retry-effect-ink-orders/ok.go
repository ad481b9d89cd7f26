// Package ok orders ink for a print shop. The POST is repeated after lost answers, and it is
// right: the key by which the supplier knows an order is drawn once, before the first try, and
// the supplier answers a known key with the order it has.
package ok

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/sethvargo/go-retry"
)

// Ink is what is ordered.
type Ink struct {
	Colour string `json:"colour"`
	Litres int    `json:"litres"`
}

// Supplier is a client of the supplier's shop.
type Supplier struct {
	hc     *http.Client
	shop   string
	budget time.Duration
	log    *slog.Logger
}

// NewSupplier returns a client of the shop at a URL.
func NewSupplier(shop string, log *slog.Logger) *Supplier {
	return &Supplier{hc: &http.Client{Timeout: 5 * time.Second}, shop: shop, budget: 40 * time.Second, log: log}
}

// Order orders ink.
func (s *Supplier) Order(ctx context.Context, ink Ink) error {
	ctx, cancel := context.WithTimeout(ctx, s.budget)
	defer cancel()
	raw, err := json.Marshal(ink)
	if err != nil {
		return err
	}
	send := s.sender(uuid.NewString(), raw)
	policy := retry.WithMaxRetries(4, retry.WithJitterPercent(30, retry.NewExponential(300*time.Millisecond)))
	if err := retry.Do(ctx, policy, send); err != nil {
		return fmt.Errorf("order %d litres of %s: %w", ink.Litres, ink.Colour, err)
	}
	return nil
}

// sender returns a function that sends one order, each time under the same key.
func (s *Supplier) sender(key string, raw []byte) retry.RetryFunc {
	return func(ctx context.Context) error {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.shop+"/orders", bytes.NewReader(raw))
		if err != nil {
			return err
		}
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Idempotency-Key", key)
		resp, err := s.hc.Do(req)
		if err != nil {
			s.log.Warn("answer lost", "key", key, "err", err)
			return retry.RetryableError(err)
		}
		defer resp.Body.Close()
		switch {
		case resp.StatusCode < 300:
			return nil
		case resp.StatusCode >= 500:
			return retry.RetryableError(fmt.Errorf("supplier answered %s", resp.Status))
		}
		return fmt.Errorf("supplier refused: %s", resp.Status)
	}
}
