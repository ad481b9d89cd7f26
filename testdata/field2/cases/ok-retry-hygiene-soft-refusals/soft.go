// Package ok reserves nothing, it only reads which tables are free. The house answers some questions
// with a 4xx that means "later"; these are asked again, the other refusals are final.
package ok

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"time"
)

// House is a restaurant.
type House struct {
	url    string
	client *http.Client
}

// New returns a house.
func New(url string) *House { return &House{url: url, client: &http.Client{Timeout: 2 * time.Second}} }

func later(status int) bool {
	switch status {
	case http.StatusRequestTimeout, http.StatusConflict, http.StatusLocked, http.StatusTooEarly, http.StatusTooManyRequests:
		return true
	}
	return status >= 500 && status != http.StatusNotImplemented
}

// Free returns the free tables of an evening.
func (h *House) Free(ctx context.Context, evening string) ([]byte, error) {
	for n := 1; ; n++ {
		status, body, err := h.get(ctx, evening)
		if err == nil && status == http.StatusOK {
			return body, nil
		}
		if err == nil {
			err = fmt.Errorf("%s: status %d", evening, status)
			if !later(status) {
				return nil, err
			}
		}
		if n == 4 || ctx.Err() != nil {
			return nil, err
		}
		t := time.NewTimer(200*time.Millisecond<<n + rand.N(200*time.Millisecond))
		select {
		case <-ctx.Done():
			t.Stop()
			return nil, errors.Join(ctx.Err(), err)
		case <-t.C:
		}
	}
}

func (h *House) get(ctx context.Context, evening string) (int, []byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, h.url+"/free/"+evening, nil)
	if err != nil {
		return 0, nil, err
	}
	resp, err := h.client.Do(req)
	if err != nil {
		return 0, nil, err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(io.LimitReader(resp.Body, 1<<20))
	return resp.StatusCode, b, err
}
