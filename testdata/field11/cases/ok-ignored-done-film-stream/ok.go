// Package ok fetches films from a vault. Open makes a context with a time limit and returns
// without cancelling it, because the film is still to be read under it. The cancel goes into
// the reader that the caller gets, and Close calls it.
package ok

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"time"
)

// ErrLocked says that the vault does not hand the film out.
var ErrLocked = errors.New("vault hands out no film")

// Vault is a client of the film vault.
type Vault struct {
	base  string
	limit time.Duration
	hc    *http.Client
}

// Open returns a film. The caller closes it; reading takes no longer than the vault's limit.
func (v *Vault) Open(ctx context.Context, title string) (io.ReadCloser, error) {
	ctx, cancel := context.WithTimeout(ctx, v.limit)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, v.base+"/films/"+url.PathEscape(title), nil)
	if err != nil {
		cancel()
		return nil, fmt.Errorf("film %s: %w", title, err)
	}
	resp, err := v.hc.Do(req)
	if err != nil {
		cancel()
		return nil, fmt.Errorf("film %s: %w", title, err)
	}
	if resp.StatusCode != http.StatusOK {
		resp.Body.Close()
		cancel()
		return nil, fmt.Errorf("film %s: %w: %s", title, ErrLocked, resp.Status)
	}
	return &film{ReadCloser: resp.Body, cancel: cancel}, nil
}

type film struct {
	io.ReadCloser
	cancel context.CancelFunc
}

func (f *film) Close() error {
	defer f.cancel()
	return f.ReadCloser.Close()
}

// Cinema shows films.
type Cinema struct {
	vault *Vault
	log   *slog.Logger
}

// ServeHTTP shows one film.
func (c *Cinema) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f, err := c.vault.Open(r.Context(), r.PathValue("title"))
	if err != nil {
		c.log.ErrorContext(r.Context(), "open film", "err", err)
		http.Error(w, "film not available", http.StatusBadGateway)
		return
	}
	defer f.Close()
	w.Header().Set("Content-Type", "video/mp4")
	if _, err := io.Copy(w, f); err != nil {
		c.log.InfoContext(r.Context(), "film broken off", "err", err)
	}
}
