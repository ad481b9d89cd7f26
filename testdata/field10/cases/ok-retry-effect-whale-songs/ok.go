// Package ok collects the recordings of a hydrophone in one long file.
// It is right although each attempt appends to the same open file: the length before the first
// attempt is kept, and after each failure the file is cut back to it, so that nothing
// of a broken transfer stays behind.
package ok

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"time"
)

var errGone = errors.New("recording not available")

// Collector appends recordings to one file and is used by one goroutine.
type Collector struct {
	hc     *http.Client
	base   string
	file   *os.File // opened for appending
	tries  int
	budget time.Duration
	log    *slog.Logger
}

// NewCollector expects hc to have a per-request timeout.
func NewCollector(hc *http.Client, base, name string, log *slog.Logger) (*Collector, error) {
	f, err := os.OpenFile(name, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
	if err != nil {
		return nil, fmt.Errorf("open collection: %w", err)
	}
	return &Collector{hc: hc, base: base, file: f, tries: 4, budget: 3 * time.Minute, log: log}, nil
}

// Close ends the collection.
func (c *Collector) Close() error { return c.file.Close() }

// Add appends one recording, the whole of it or nothing.
func (c *Collector) Add(ctx context.Context, recording string) error {
	ctx, cancel := context.WithTimeout(ctx, c.budget)
	defer cancel()
	info, err := c.file.Stat()
	if err != nil {
		return fmt.Errorf("add %s: %w", recording, err)
	}
	mark := info.Size()
	for n := 1; ; n++ {
		err := c.copyTo(ctx, recording)
		if err == nil {
			return nil
		}
		if terr := c.file.Truncate(mark); terr != nil {
			return fmt.Errorf("add %s: %w", recording, errors.Join(err, terr))
		}
		if n == c.tries || ctx.Err() != nil || errors.Is(err, errGone) {
			return fmt.Errorf("add %s: %w", recording, err)
		}
		c.log.Warn("transfer broke", "recording", recording, "try", n, "err", err)
		select {
		case <-time.After(time.Second<<(n-1) + rand.N(500*time.Millisecond)):
		case <-ctx.Done():
			return fmt.Errorf("add %s: %w", recording, errors.Join(err, ctx.Err()))
		}
	}
}

func (c *Collector) copyTo(ctx context.Context, recording string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+"/recordings/"+url.PathEscape(recording), nil)
	if err != nil {
		return fmt.Errorf("%w: build request: %w", errGone, err)
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode >= 500:
		return fmt.Errorf("buoy answered %s", resp.Status)
	case resp.StatusCode != http.StatusOK:
		return fmt.Errorf("%w: %s", errGone, resp.Status)
	}
	if _, err := io.Copy(c.file, resp.Body); err != nil {
		return fmt.Errorf("copy: %w", err)
	}
	return nil
}
