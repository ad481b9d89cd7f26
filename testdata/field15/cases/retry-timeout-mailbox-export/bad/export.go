// Package export copies mailboxes out of an office suite, one attachment after another.
package export

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"faultfield15/cases/retry-timeout-mailbox-export/bad/suite"
)

// Exporter reads from one tenant.
type Exporter struct {
	base string
	hc   *http.Client
}

// New returns an exporter for the tenant at base.
func New(base string) *Exporter {
	return &Exporter{
		base: base,
		hc:   &http.Client{Timeout: 40 * time.Second, Transport: suite.NewTransport(nil)}, // EXPECT retry-timeout
	}
}

// Attachment writes one attachment to dst.
func (e *Exporter) Attachment(ctx context.Context, message, id string, dst io.Writer) (int64, error) {
	u := e.base + "/messages/" + url.PathEscape(message) + "/attachments/" + url.PathEscape(id) + "/raw"
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u, nil)
	if err != nil {
		return 0, err
	}
	resp, err := e.hc.Do(req) // OR retry-timeout
	if err != nil {
		return 0, fmt.Errorf("attachment %s: %w", id, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return 0, fmt.Errorf("attachment %s: %s", id, resp.Status)
	}
	return io.Copy(dst, resp.Body)
}
