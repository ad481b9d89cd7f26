// Package hotel sends requests to a hotel.
package hotel

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"time"
)

const attempts = 4

// Client talks to one hotel.
type Client struct {
	Base string
	HTTP *http.Client // with a timeout
}

var errAgain = errors.New("hotel not available")

// Post sends body under key, and again under the same key when the hotel was not available.
func (c *Client) Post(ctx context.Context, path, key string, body []byte) ([]byte, error) {
	for n := 1; ; n++ {
		out, err := c.once(ctx, path, key, body)
		if err == nil || n == attempts || !errors.Is(err, errAgain) || ctx.Err() != nil {
			return out, err
		}
		d := 250 * time.Millisecond << n
		select {
		case <-ctx.Done():
			return nil, errors.Join(ctx.Err(), err)
		case <-time.After(d/2 + rand.N(d)):
		}
	}
}

func (c *Client) once(ctx context.Context, path, key string, body []byte) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.Base+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Idempotency-Key", key)
	resp, err := c.HTTP.Do(req)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errAgain, err)
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode >= 500:
		return nil, fmt.Errorf("%w: %s", errAgain, resp.Status)
	case resp.StatusCode >= 300:
		return nil, fmt.Errorf("hotel refused: %s", resp.Status)
	}
	return io.ReadAll(io.LimitReader(resp.Body, 1<<20))
}
