// Package ok captures payments at a provider.
package ok

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/google/uuid"
)

// Capture is what the provider is asked for.
type Capture struct {
	Payment string `json:"payment"`
	Cents   int64  `json:"cents"`
}

var errTryLater = errors.New("provider is not available")

// Provider is a client of the payment provider, which answers a key that it has seen with
// the stored result.
type Provider struct {
	hc  *http.Client
	url string
}

// NewProvider returns a client for the API at url.
func NewProvider(url string) *Provider {
	return &Provider{hc: &http.Client{Timeout: 5 * time.Second}, url: url}
}

// Capture takes the money of an authorised payment.
func (p *Provider) Capture(ctx context.Context, c Capture) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	body, err := json.Marshal(c)
	if err != nil {
		return fmt.Errorf("encode capture: %w", err)
	}
	key := uuid.NewString()
	for attempt := 1; ; attempt++ {
		err := p.post(ctx, key, body)
		if err == nil {
			return nil
		}
		if attempt == 4 || ctx.Err() != nil || !errors.Is(err, errTryLater) {
			return fmt.Errorf("capture %s: %w", c.Payment, err)
		}
		d := time.Duration(attempt) * 300 * time.Millisecond
		select {
		case <-time.After(d + rand.N(d)):
		case <-ctx.Done():
			return fmt.Errorf("capture %s: %w", c.Payment, err)
		}
	}
}

func (p *Provider) post(ctx context.Context, key string, body []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, p.url+"/captures", bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Idempotency-Key", key)
	resp, err := p.hc.Do(req)
	if err != nil {
		return fmt.Errorf("%w: %w", errTryLater, err)
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode/100 == 2:
		return nil
	case resp.StatusCode >= 500:
		return fmt.Errorf("%w: %s", errTryLater, resp.Status)
	}
	return errors.New(resp.Status)
}
