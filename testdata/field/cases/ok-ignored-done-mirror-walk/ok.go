// Package ok fetches star catalogues from the first mirror that delivers. A mirror that exceeds its own
// limit is left for the next one, although its error says that a deadline was exceeded: it is the
// mirror's. When the caller's context is over, that ends the walk.
package ok

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"time"
)

const maxCatalogue = 256 << 20

// Fetcher knows mirrors.
type Fetcher struct {
	mirrors []string
	limit   time.Duration
	hc      *http.Client
	log     *slog.Logger
}

// NewFetcher returns a fetcher that gives each mirror a limit.
func NewFetcher(limit time.Duration, log *slog.Logger, mirrors ...string) *Fetcher {
	return &Fetcher{mirrors: mirrors, limit: limit, hc: &http.Client{Timeout: limit}, log: log}
}

// Catalogue returns a catalogue.
func (f *Fetcher) Catalogue(ctx context.Context, name string) ([]byte, error) {
	var errs []error
	for _, mirror := range f.mirrors {
		data, err := f.from(ctx, mirror, name)
		if err == nil {
			return data, nil
		}
		if ctx.Err() != nil {
			return nil, fmt.Errorf("catalogue %s: %w", name, ctx.Err())
		}
		if errors.Is(err, context.DeadlineExceeded) {
			f.log.InfoContext(ctx, "mirror is slow", "mirror", mirror, "limit", f.limit)
		}
		errs = append(errs, fmt.Errorf("%s: %w", mirror, err))
	}
	return nil, fmt.Errorf("catalogue %s: %w", name, errors.Join(errs...))
}

func (f *Fetcher) from(ctx context.Context, mirror, name string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, f.limit)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, mirror+"/"+name, nil)
	if err != nil {
		return nil, err
	}
	resp, err := f.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("status %d", resp.StatusCode)
	}
	return io.ReadAll(io.LimitReader(resp.Body, maxCatalogue))
}
