// Package payouts moves money to the shops' bank accounts.
package payouts

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"time"

	"faultfield4/cases/retry-effect-key-below/good/rt"
)

// Bank is a client of the bank's payout interface, which knows repeated requests by
// their Idempotency-Key.
type Bank struct {
	http *http.Client
	base string
}

// New returns a client for the bank at base.
func New(base string) *Bank {
	wire := &http.Transport{
		DialContext:           (&net.Dialer{Timeout: 2 * time.Second}).DialContext,
		TLSHandshakeTimeout:   2 * time.Second,
		ResponseHeaderTimeout: 5 * time.Second,
		IdleConnTimeout:       time.Minute,
	}
	return &Bank{http: &http.Client{Transport: rt.Key(rt.Retry(wire, 3))}, base: base}
}

// Pay sends cents to the account.
func (b *Bank) Pay(ctx context.Context, account string, cents int64) error {
	ctx, cancel := context.WithTimeout(ctx, 40*time.Second)
	defer cancel()

	raw, err := json.Marshal(map[string]any{"account": account, "cents": cents})
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, b.base+"/payouts", bytes.NewReader(raw))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := b.http.Do(req)
	if err != nil {
		return fmt.Errorf("pay %s: %w", account, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusCreated {
		return fmt.Errorf("pay %s: %s", account, resp.Status)
	}
	return nil
}
