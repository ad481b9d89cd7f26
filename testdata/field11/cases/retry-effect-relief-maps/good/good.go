// Package good fetches relief maps for hikers' devices.
// Each attempt empties the file before it writes, so what a broken download left behind is gone and
// the file holds one map.
package good

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
	"path/filepath"
	"time"
)

// Maps downloads maps into a directory.
type Maps struct {
	hc     *http.Client
	base   string
	dir    string
	tries  int
	budget time.Duration
	log    *slog.Logger
}

// NewMaps expects hc to have a per-request timeout that suits a map of some ten megabytes.
func NewMaps(hc *http.Client, base, dir string, log *slog.Logger) *Maps {
	return &Maps{hc: hc, base: base, dir: dir, tries: 4, budget: 10 * time.Minute, log: log}
}

// Fetch downloads the map of a sheet and returns the name of its file.
func (m *Maps) Fetch(ctx context.Context, sheet string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, m.budget)
	defer cancel()
	part, err := os.CreateTemp(m.dir, "sheet-*.part")
	if err != nil {
		return "", fmt.Errorf("create file: %w", err)
	}
	defer os.Remove(part.Name())
	defer part.Close()

	for n := 1; ; n++ {
		err := m.download(ctx, sheet, part)
		if err == nil {
			break
		}
		if n == m.tries || ctx.Err() != nil || errors.Is(err, errNoSuchSheet) {
			return "", fmt.Errorf("fetch sheet %s: %w", sheet, err)
		}
		m.log.Warn("download broke off", "sheet", sheet, "try", n, "err", err)
		select {
		case <-time.After(time.Second<<n + rand.N(time.Second)):
		case <-ctx.Done():
			return "", errors.Join(err, ctx.Err())
		}
	}
	if err := part.Close(); err != nil {
		return "", fmt.Errorf("close sheet %s: %w", sheet, err)
	}
	name := filepath.Join(m.dir, url.PathEscape(sheet)+".map")
	if err := os.Rename(part.Name(), name); err != nil {
		return "", fmt.Errorf("keep sheet %s: %w", sheet, err)
	}
	return name, nil
}

var errNoSuchSheet = errors.New("server has no such sheet")

func (m *Maps) download(ctx context.Context, sheet string, part *os.File) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, m.base+"/sheets/"+url.PathEscape(sheet), nil)
	if err != nil {
		return fmt.Errorf("%w: %w", errNoSuchSheet, err)
	}
	resp, err := m.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode >= 500:
		return fmt.Errorf("server answered %s", resp.Status)
	case resp.StatusCode != http.StatusOK:
		return fmt.Errorf("%w: %s", errNoSuchSheet, resp.Status)
	}
	if err := part.Truncate(0); err != nil {
		return err
	}
	if _, err := part.Seek(0, io.SeekStart); err != nil {
		return err
	}
	_, err = io.Copy(part, resp.Body)
	return err
}
