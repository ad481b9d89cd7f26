// Package bad orders pictures of fabric swatches by number from a mill's catalogue.
// An answer "too many requests" is put aside and the request made anew, but its body stays open:
// each repetition leaves a connection behind that the pool can never use again.
package bad

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"
)

const (
	maxTries = 4
	maxWait  = 8 * time.Second
	maxSize  = 4 << 20
)

// Catalogue is a client of the mill's catalogue.
type Catalogue struct {
	base   string
	client *http.Client
	budget time.Duration
	log    *slog.Logger
}

// NewCatalogue returns a client of the catalogue at base.
func NewCatalogue(base string, log *slog.Logger) *Catalogue {
	return &Catalogue{base: base, client: &http.Client{Timeout: 6 * time.Second}, budget: time.Minute, log: log}
}

// Picture returns the picture of a swatch.
func (c *Catalogue) Picture(ctx context.Context, swatch int) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, c.budget)
	defer cancel()
	resp, err := c.get(ctx, "/swatches/"+strconv.Itoa(swatch)+".jpg")
	if err != nil {
		return nil, fmt.Errorf("swatch %d: %w", swatch, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("swatch %d: catalogue answered %s", swatch, resp.Status)
	}
	return io.ReadAll(io.LimitReader(resp.Body, maxSize))
}

// get returns the first answer that is no request to wait; the caller closes its body.
func (c *Catalogue) get(ctx context.Context, path string) (*http.Response, error) {
	for try := 1; ; try++ { // OR retry-hygiene
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+path, nil)
		if err != nil {
			return nil, err
		}
		resp, err := c.client.Do(req) // EXPECT retry-hygiene
		if err != nil {
			return nil, err
		}
		if resp.StatusCode != http.StatusTooManyRequests || try == maxTries {
			return resp, nil
		}
		d := pause(resp.Header.Get("Retry-After"), try)
		c.log.Info("catalogue asks to wait", "path", path, "try", try, "wait", d)
		select { // OR retry-hygiene
		case <-ctx.Done():
			return nil, errors.Join(ctx.Err(), errors.New("catalogue is throttling"))
		case <-time.After(d): // OR retry-hygiene
		}
	}
}

// pause is what the server asked for, within limits, or else grows with the tries.
func pause(after string, try int) time.Duration {
	d := time.Second << min(try-1, 3)
	if secs, err := strconv.Atoi(after); err == nil && secs > 0 {
		d = time.Duration(min(secs, 60)) * time.Second
	}
	d = min(d, maxWait)
	return d + rand.N(d/4)
}
