// Package backend does the HTTP part of the wallet SDK.
package backend

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"time"
)

const (
	maxRetries = 2
	callBudget = 70 * time.Second
)

// Backend sends requests to the service.
type Backend struct {
	base   string
	secret string
	hc     *http.Client
}

// New returns a backend.
func New(base, secret string) *Backend {
	return &Backend{base: base, secret: secret, hc: &http.Client{Timeout: 20 * time.Second}}
}

// Call sends in under an idempotency key and decodes the answer to out.
func (b *Backend) Call(ctx context.Context, method, path, key string, in, out any) error {
	ctx, cancel := context.WithTimeout(ctx, callBudget)
	defer cancel()
	raw, err := json.Marshal(in)
	if err != nil {
		return fmt.Errorf("encode: %w", err)
	}
	req, err := http.NewRequestWithContext(ctx, method, b.base+path, nil)
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", "Bearer "+b.secret)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Idempotency-Key", key)
	req.ContentLength = int64(len(raw))
	req.Body = io.NopCloser(bytes.NewReader(raw)) // OR retry-effect

	for n := 0; ; n++ {
		resp, err := b.hc.Do(req) // EXPECT retry-effect
		if n == maxRetries || !again(ctx, resp, err) {
			if err != nil {
				return err
			}
			return decode(resp, out)
		}
		if err == nil {
			_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 16<<10))
			resp.Body.Close()
		}
		d := 500 * time.Millisecond << n
		select {
		case <-time.After(d + rand.N(d/2)):
		case <-ctx.Done():
			return errors.Join(ctx.Err(), err)
		}
	}
}

func again(ctx context.Context, resp *http.Response, err error) bool {
	if err != nil {
		return ctx.Err() == nil
	}
	return resp.StatusCode == http.StatusConflict || resp.StatusCode >= 500
}

func decode(resp *http.Response, out any) error {
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return fmt.Errorf("service answered %s", resp.Status)
	}
	return json.NewDecoder(resp.Body).Decode(out)
}
