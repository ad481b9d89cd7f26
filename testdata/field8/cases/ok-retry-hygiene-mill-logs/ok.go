// Package ok reads how many logs a sawmill has cut.
// Two defers stand inside the retry loop, as they do where every try leaks until the function returns. Here they are
// reached only by the try that ends the loop; each other try has been cleaned up before the next begins.
package ok

import (
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
	tries    = 4
	tryLimit = 5 * time.Second
	pause    = 250 * time.Millisecond
)

// Mill is a client of a sawmill's counter.
type Mill struct {
	url    string
	client *http.Client
}

// New returns the mill whose counter is at url.
func New(url string, client *http.Client) *Mill {
	return &Mill{url: url, client: client}
}

// Cut returns the number of logs cut today.
func (m *Mill) Cut(ctx context.Context) (int, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, m.url, nil)
	if err != nil {
		return 0, err
	}
	for try := 1; ; try++ {
		tryCtx, cancel := context.WithTimeout(ctx, tryLimit)
		resp, err := m.client.Do(req.WithContext(tryCtx))
		if err == nil && resp.StatusCode != http.StatusServiceUnavailable {
			defer cancel() // the body is read under it
			defer resp.Body.Close()
			return decode(resp)
		}
		if err == nil {
			_, _ = io.CopyN(io.Discard, resp.Body, 4<<10)
			resp.Body.Close()
			err = errors.New(resp.Status)
		}
		cancel()
		if try == tries || ctx.Err() != nil {
			return 0, fmt.Errorf("logs cut, %d tries: %w", try, err)
		}
		t := time.NewTimer(pause<<(try-1) + rand.N(pause))
		select {
		case <-t.C:
		case <-ctx.Done():
			t.Stop()
			return 0, fmt.Errorf("logs cut: %w", errors.Join(ctx.Err(), err))
		}
	}
}

func decode(resp *http.Response) (int, error) {
	if resp.StatusCode != http.StatusOK {
		return 0, fmt.Errorf("mill answered %s", resp.Status)
	}
	var out struct {
		Logs int `json:"logs"`
	}
	if err := json.NewDecoder(io.LimitReader(resp.Body, 4<<10)).Decode(&out); err != nil {
		return 0, fmt.Errorf("logs cut: %w", err)
	}
	return out.Logs, nil
}
