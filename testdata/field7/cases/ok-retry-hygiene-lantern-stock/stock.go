// Package ok asks a warehouse how many paper lanterns it has.
// The body is closed once after the loop and not in it, which looks like one leak for each attempt; but
// the loop goes on only when Do has failed, and then there is no body.
package ok

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"
)

const retries = 3

// Warehouse is a client of the stock list.
type Warehouse struct {
	base   string
	client *http.Client
}

// Open returns a client of the list at base.
func Open(base string) *Warehouse {
	return &Warehouse{base: base, client: &http.Client{Timeout: 4 * time.Second}}
}

// Lanterns returns the number of lanterns of a colour.
func (w *Warehouse) Lanterns(ctx context.Context, colour string) (int, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, w.base+"/lanterns?colour="+url.QueryEscape(colour), nil)
	if err != nil {
		return 0, err
	}

	wait := 200 * time.Millisecond
	resp, err := w.client.Do(req)
	for left := retries; err != nil && left > 0; left-- {
		if ctx.Err() != nil {
			break
		}
		select {
		case <-ctx.Done():
			return 0, errors.Join(ctx.Err(), err)
		case <-time.After(wait/2 + rand.N(wait)):
		}
		wait *= 2
		resp, err = w.client.Do(req)
	}
	if err != nil {
		return 0, fmt.Errorf("lanterns: %w", err)
	}
	defer resp.Body.Close()

	if resp.StatusCode != http.StatusOK {
		return 0, fmt.Errorf("lanterns: %s", resp.Status)
	}
	var answer struct {
		Count int `json:"count"`
	}
	if err := json.NewDecoder(io.LimitReader(resp.Body, 16<<10)).Decode(&answer); err != nil {
		return 0, fmt.Errorf("lanterns: %w", err)
	}
	return answer.Count, nil
}
