// Package ok has a bookkeeping service write the monthly invoices of a bakery.
// It is right although the idempotency key is made inside the function that makes one attempt: it is
// no random one but computed from customer and month, of which there is one invoice, so that all
// attempts, and those of another run of the job, have the same key.
package ok

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/cenkalti/backoff/v4"
	"github.com/google/uuid"
)

// invoices is the name space of the keys.
var invoices = uuid.MustParse("6d2b0c4e-58f1-4a35-9a0f-2c7d9be1f0a4")

// Invoice is what a customer has to pay for a month. The job works it out from closed books.
type Invoice struct {
	Customer string `json:"customer"`
	Month    string `json:"month"` // 2006-01
	Cents    int64  `json:"cents"`
}

func (i Invoice) key() string {
	return uuid.NewSHA1(invoices, []byte(i.Customer+"\x00"+i.Month)).String()
}

// Books is a client of the bookkeeping service, which carries out a key once and keeps it for ever.
type Books struct {
	hc     *http.Client
	base   string
	budget time.Duration
}

// NewBooks expects hc to have a per-request timeout.
func NewBooks(hc *http.Client, base string) *Books {
	return &Books{hc: hc, base: base, budget: 45 * time.Second}
}

// Write has an invoice written.
func (b *Books) Write(ctx context.Context, i Invoice) error {
	ctx, cancel := context.WithTimeout(ctx, b.budget)
	defer cancel()
	bo := backoff.NewExponentialBackOff()
	bo.InitialInterval = 500 * time.Millisecond
	bo.MaxInterval = 5 * time.Second
	bo.MaxElapsedTime = 40 * time.Second
	attempt := func() error { return b.post(ctx, i) }
	if err := backoff.Retry(attempt, backoff.WithContext(backoff.WithMaxRetries(bo, 4), ctx)); err != nil {
		return fmt.Errorf("invoice of %s for %s: %w", i.Customer, i.Month, err)
	}
	return nil
}

func (b *Books) post(ctx context.Context, i Invoice) error {
	raw, err := json.Marshal(i)
	if err != nil {
		return backoff.Permanent(fmt.Errorf("encode: %w", err))
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, b.base+"/invoices", bytes.NewReader(raw))
	if err != nil {
		return backoff.Permanent(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Idempotency-Key", i.key())
	resp, err := b.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode < 300:
		return nil
	case resp.StatusCode >= 500, resp.StatusCode == http.StatusTooManyRequests:
		return fmt.Errorf("service answered %s", resp.Status)
	}
	return backoff.Permanent(fmt.Errorf("service refused: %s", resp.Status))
}
