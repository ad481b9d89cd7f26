// Package good collects court fees through a card gateway.
// The order is put together once, with its key, and the retried function only sends it: the gateway
// recognises a repetition by the key.
package good

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/avast/retry-go/v4"
	"github.com/google/uuid"
)

// Fee is what a party owes to the court.
type Fee struct {
	File  string
	Card  string // token of the card
	Cents int64
}

// order is the document for the gateway, which carries out each key once.
type order struct {
	Key       string `json:"idempotency_key"`
	Source    string `json:"source_id"`
	Cents     int64  `json:"amount"`
	Reference string `json:"reference"`
}

func newOrder(f Fee) order {
	return order{
		Key:       uuid.NewString(),
		Source:    f.Card,
		Cents:     f.Cents,
		Reference: f.File,
	}
}

// Gateway collects fees.
type Gateway struct {
	hc     *http.Client
	base   string
	token  string
	budget time.Duration
}

// NewGateway expects hc to have a per-request timeout.
func NewGateway(hc *http.Client, base, token string) *Gateway {
	return &Gateway{hc: hc, base: base, token: token, budget: 40 * time.Second}
}

// Collect charges the card and returns the number of the receipt.
func (g *Gateway) Collect(ctx context.Context, f Fee) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, g.budget)
	defer cancel()
	o := newOrder(f)
	receipt, err := retry.DoWithData(
		func() (string, error) { return g.pay(ctx, o) },
		retry.Context(ctx),
		retry.Attempts(4),
		retry.Delay(300*time.Millisecond),
		retry.MaxJitter(300*time.Millisecond),
		retry.LastErrorOnly(true),
	)
	if err != nil {
		return "", fmt.Errorf("collect fee of %s: %w", f.File, err)
	}
	return receipt, nil
}

func (g *Gateway) pay(ctx context.Context, o order) (string, error) {
	raw, err := json.Marshal(o)
	if err != nil {
		return "", retry.Unrecoverable(fmt.Errorf("encode order: %w", err))
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, g.base+"/v2/payments", bytes.NewReader(raw))
	if err != nil {
		return "", retry.Unrecoverable(err)
	}
	req.Header.Set("Authorization", "Bearer "+g.token)
	req.Header.Set("Content-Type", "application/json")
	resp, err := g.hc.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode >= 500:
		return "", fmt.Errorf("gateway answered %s", resp.Status)
	case resp.StatusCode != http.StatusOK:
		return "", retry.Unrecoverable(fmt.Errorf("gateway declined: %s", resp.Status))
	}
	var done struct {
		Receipt string `json:"receipt_number"`
	}
	if err := json.NewDecoder(resp.Body).Decode(&done); err != nil {
		return "", retry.Unrecoverable(fmt.Errorf("decode receipt: %w", err))
	}
	if done.Receipt == "" {
		return "", retry.Unrecoverable(errors.New("gateway sent no receipt"))
	}
	return done.Receipt, nil
}
