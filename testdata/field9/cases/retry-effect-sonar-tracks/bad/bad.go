// Package bad files the sonar track of a survey boat with the hydrographic office. The track is
// packed into one buffer, and every try hands that buffer to its request: the first one reads it
// empty, and the second one replaces the track with nothing and is told that all is well.
package bad

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"github.com/cenkalti/backoff/v5"
)

// Sounding is one depth under the boat.
type Sounding struct {
	Lat, Lon float64
	Depth    float32
}

// Filer sends tracks.
type Filer struct {
	hc     *http.Client
	office string
	budget time.Duration
	log    *slog.Logger
}

// NewFiler files with the office at the given URL.
func NewFiler(office string, log *slog.Logger) *Filer {
	return &Filer{hc: &http.Client{Timeout: 20 * time.Second}, office: office, budget: 2 * time.Minute, log: log}
}

// File puts the track of a voyage in place of what the office has.
func (f *Filer) File(ctx context.Context, voyage string, track []Sounding) error {
	ctx, cancel := context.WithTimeout(ctx, f.budget)
	defer cancel()
	packed, err := pack(track)
	if err != nil {
		return fmt.Errorf("pack track of %s: %w", voyage, err)
	}
	target := f.office + "/voyages/" + url.PathEscape(voyage) + "/track"
	_, err = backoff.Retry(ctx, func() (int, error) { // OR retry-effect
		req, err := http.NewRequestWithContext(ctx, http.MethodPut, target, packed) // EXPECT retry-effect
		if err != nil {
			return 0, backoff.Permanent(err)
		}
		req.Header.Set("Content-Encoding", "gzip")
		return f.send(req) // OR retry-effect
	}, backoff.WithMaxTries(4), backoff.WithNotify(func(err error, next time.Duration) {
		f.log.Warn("track not filed", "voyage", voyage, "next", next, "err", err)
	}))
	if err != nil {
		return fmt.Errorf("file track of %s: %w", voyage, err)
	}
	return nil
}

func (f *Filer) send(req *http.Request) (int, error) {
	resp, err := f.hc.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode >= 500:
		return 0, fmt.Errorf("office answered %s", resp.Status)
	case resp.StatusCode >= 300:
		return 0, backoff.Permanent(fmt.Errorf("office refused: %s", resp.Status))
	}
	return resp.StatusCode, nil
}

func pack(track []Sounding) (*bytes.Buffer, error) {
	var out bytes.Buffer
	zw := gzip.NewWriter(&out)
	if err := json.NewEncoder(zw).Encode(track); err != nil {
		return nil, err
	}
	return &out, zw.Close()
}
