// Package bad downloads microscope scans to the disk of the reading room.
// Each attempt asks for the whole scan and writes on where the file stands: after a transfer that
// broke off, the second one is appended to the piece of the first, and the scan is spoilt.
package bad

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/cenkalti/backoff/v4"
)

const (
	attemptTimeout = 2 * time.Minute
	scanTimeout    = 10 * time.Minute
)

// Room is the directory that scans are put in.
type Room struct {
	dir    string
	base   string
	client *http.Client
	log    *slog.Logger
}

// NewRoom returns a Room that reads from the archive at base.
func NewRoom(dir, base string, client *http.Client, log *slog.Logger) *Room {
	return &Room{dir: dir, base: base, client: client, log: log}
}

// Fetch brings a scan into the room.
func (r *Room) Fetch(ctx context.Context, slide string) (err error) {
	ctx, cancel := context.WithTimeout(ctx, scanTimeout)
	defer cancel()

	f, err := os.CreateTemp(r.dir, "scan-*.part")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(f.Name()))
		}
	}()

	bo := backoff.WithContext(backoff.WithMaxRetries(backoff.NewExponentialBackOff(), 3), ctx)
	err = backoff.RetryNotify(func() error { // OR retry-effect
		return r.transfer(ctx, slide, f) // OR retry-effect
	}, bo, func(err error, d time.Duration) {
		r.log.Warn("transfer broke off", "slide", slide, "err", err, "next", d)
	})
	if err = errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("scan of slide %s: %w", slide, err)
	}
	return os.Rename(f.Name(), filepath.Join(r.dir, filepath.Base(slide)+".scan"))
}

func (r *Room) transfer(ctx context.Context, slide string, f *os.File) error {
	ctx, cancel := context.WithTimeout(ctx, attemptTimeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, r.base+"/scans/"+url.PathEscape(slide), nil)
	if err != nil {
		return backoff.Permanent(err)
	}
	resp, err := r.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode >= 500:
		return fmt.Errorf("archive answered %s", resp.Status)
	case resp.StatusCode != http.StatusOK:
		return backoff.Permanent(fmt.Errorf("archive answered %s", resp.Status))
	}
	_, err = io.Copy(f, resp.Body) // EXPECT retry-effect
	return err
}
