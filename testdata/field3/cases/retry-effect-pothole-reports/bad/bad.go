// Package bad files reports of potholes with the town. When the town's server breaks the
// connection or fails, the function calls itself with one try less, and files the report
// again without knowing about the first.
package bad

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"
)

// Report is a report.
type Report struct {
	Mark   string `json:"mark"`
	Street string `json:"street"`
	Depth  int    `json:"depth"`
}

// Town takes reports.
type Town struct {
	hc   *http.Client
	base string
}

// New returns a town.
func New(base string) *Town { return &Town{hc: &http.Client{Timeout: 10 * time.Second}, base: base} }

// File files a report.
func (t *Town) File(ctx context.Context, r Report) error {
	raw, err := json.Marshal(r)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	return t.file(ctx, raw, 3) // OR retry-effect
}

func (t *Town) file(ctx context.Context, raw []byte, left int) error {
	status, err := t.send(ctx, http.MethodPost, "/reports", raw) // EXPECT retry-effect
	if err == nil && status < 500 {
		if status/100 != 2 {
			return fmt.Errorf("file: status %d", status)
		}
		return nil
	}
	if left == 0 || ctx.Err() != nil {
		return fmt.Errorf("file: status %d: %v", status, err)
	}
	timer := time.NewTimer(500*time.Millisecond + rand.N(time.Second))
	select {
	case <-timer.C:
	case <-ctx.Done():
		timer.Stop()
		return ctx.Err()
	}
	return t.file(ctx, raw, left-1) // OR retry-effect
}

func (t *Town) send(ctx context.Context, method, path string, raw []byte) (int, error) {
	req, err := http.NewRequestWithContext(ctx, method, t.base+path, bytes.NewReader(raw))
	if err != nil {
		return 0, err
	}
	resp, err := t.hc.Do(req) // OR retry-effect
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	return resp.StatusCode, nil
}

// Mark makes a mark.
func Mark(user string, at time.Time) string {
	return url.QueryEscape(user) + at.Format("-20060102T150405")
}
