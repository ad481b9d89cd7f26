// Package charge takes money for finished rides. The POST is repeated, but under one key: the
// ride's. The payment service answers a repeated key with the charge it has already made.
package charge

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"time"
)

const (
	tries  = 4
	budget = time.Minute
)

// Ride is a finished ride.
type Ride struct {
	ID    string `json:"ride"`
	Rider string `json:"rider"`
	Cents int64  `json:"cents"`
}

var errRefused = errors.New("charge refused")

// Cashier is a client of the payment service.
type Cashier struct {
	url string
	hc  *http.Client
	log *slog.Logger
}

// New returns a cashier.
func New(url string, log *slog.Logger) *Cashier {
	return &Cashier{url: url, hc: &http.Client{Timeout: 10 * time.Second}, log: log}
}

// Charge takes the money for a ride.
func (c *Cashier) Charge(ctx context.Context, r Ride) error {
	ctx, cancel := context.WithTimeout(ctx, budget)
	defer cancel()
	raw, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("encode ride: %w", err)
	}
	key := "ride-" + r.ID
	for try := 1; ; try++ {
		err := c.post(ctx, key, raw)
		if err == nil {
			return nil
		}
		if try == tries || errors.Is(err, errRefused) {
			return fmt.Errorf("charge ride %s: %w", r.ID, err)
		}
		c.log.WarnContext(ctx, "ride not charged yet", "ride", r.ID, "try", try, "err", err)
		d := 400 * time.Millisecond << try
		select {
		case <-time.After(d/2 + rand.N(d/2)):
		case <-ctx.Done():
			return errors.Join(err, ctx.Err())
		}
	}
}

func (c *Cashier) post(ctx context.Context, key string, raw []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url+"/charges", bytes.NewReader(raw))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Idempotency-Key", key)
	resp, err := c.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode < 300:
		return nil
	case resp.StatusCode >= 500 || resp.StatusCode == http.StatusTooManyRequests:
		return errors.New(resp.Status)
	}
	return fmt.Errorf("%w: %s", errRefused, resp.Status)
}
