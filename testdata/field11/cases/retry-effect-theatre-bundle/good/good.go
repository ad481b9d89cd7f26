// Package good deploys the bundle of a theatre's ticket page to its host.
// The archive is opened once, and each attempt reads it through a section reader of its own, which
// starts at the beginning and leaves the offset of the file alone.
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
	"time"
)

const (
	deployTries  = 4
	deployBudget = 15 * time.Minute
)

var errRejected = errors.New("host rejected the bundle")

// Host takes bundles.
type Host struct {
	hc   *http.Client
	base string
	log  *slog.Logger
}

// NewHost expects hc to have a per-request timeout.
func NewHost(hc *http.Client, base string, log *slog.Logger) *Host {
	return &Host{hc: hc, base: base, log: log}
}

// Deploy replaces the bundle of a site by the archive.
func (h *Host) Deploy(ctx context.Context, site, archive string) error {
	ctx, cancel := context.WithTimeout(ctx, deployBudget)
	defer cancel()
	f, err := os.Open(archive)
	if err != nil {
		return fmt.Errorf("deploy %s: %w", site, err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return fmt.Errorf("deploy %s: %w", site, err)
	}
	err = h.again(ctx, func() error {
		return h.put(ctx, site, io.NewSectionReader(f, 0, info.Size()), info.Size())
	})
	if err != nil {
		return fmt.Errorf("deploy %s: %w", site, err)
	}
	return nil
}

func (h *Host) again(ctx context.Context, op func() error) error {
	wait := 2 * time.Second
	for n := 1; ; n++ {
		err := op()
		if err == nil || errors.Is(err, errRejected) || ctx.Err() != nil || n == deployTries {
			return err
		}
		h.log.Warn("bundle not deployed", "try", n, "next", wait, "err", err)
		t := time.NewTimer(wait + rand.N(wait/2))
		select {
		case <-t.C:
		case <-ctx.Done():
			t.Stop()
			return errors.Join(err, ctx.Err())
		}
		wait *= 2
	}
}

func (h *Host) put(ctx context.Context, site string, archive io.Reader, size int64) error {
	// The file is the caller's: the client must not close it.
	body := io.NopCloser(archive)
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, h.base+"/sites/"+url.PathEscape(site)+"/bundle", body)
	if err != nil {
		return fmt.Errorf("%w: build request: %w", errRejected, err)
	}
	req.ContentLength = size
	req.Header.Set("Content-Type", "application/zip")
	resp, err := h.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode < 300:
		return nil
	case resp.StatusCode >= 500:
		return fmt.Errorf("host answered %s", resp.Status)
	}
	return fmt.Errorf("%w: %s", errRejected, resp.Status)
}
