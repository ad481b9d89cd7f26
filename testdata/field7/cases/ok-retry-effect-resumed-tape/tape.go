// Package ok downloads the tapes of an oral history archive.
// It is right although every attempt appends to the same file: an attempt asks for what comes
// after the bytes that are there, and only an answer that holds just that is written.
package ok

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/cenkalti/backoff/v5"
)

// Tapes is the archive.
type Tapes struct {
	hc   *http.Client
	base string
}

// NewTapes expects hc to have a per-request timeout.
func NewTapes(hc *http.Client, base string) *Tapes {
	return &Tapes{hc: hc, base: base}
}

// Download writes a tape, whose version is etag, to path.
func (t *Tapes) Download(ctx context.Context, tape, etag, path string) (err error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY|os.O_APPEND, 0o644)
	if err != nil {
		return fmt.Errorf("create tape: %w", err)
	}
	defer func() {
		if cerr := file.Close(); err == nil {
			err = cerr
		}
		if err != nil {
			os.Remove(path)
		}
	}()
	_, err = backoff.Retry(ctx, func() (int64, error) {
		return t.rest(ctx, file, tape, etag)
	}, backoff.WithMaxTries(6), backoff.WithMaxElapsedTime(10*time.Minute))
	if err != nil {
		return fmt.Errorf("download %s: %w", tape, err)
	}
	return nil
}

// rest appends what the file lacks.
func (t *Tapes) rest(ctx context.Context, file *os.File, tape, etag string) (int64, error) {
	info, err := file.Stat()
	if err != nil {
		return 0, backoff.Permanent(err)
	}
	have := info.Size()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, t.base+"/tapes/"+url.PathEscape(tape), nil)
	if err != nil {
		return 0, backoff.Permanent(err)
	}
	req.Header.Set("If-Match", etag)
	if have > 0 {
		req.Header.Set("Range", fmt.Sprintf("bytes=%d-", have))
	}
	resp, err := t.hc.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode >= 500:
		return 0, fmt.Errorf("archive answered %s", resp.Status)
	case resp.StatusCode == http.StatusRequestedRangeNotSatisfiable && have > 0:
		return 0, nil // the last attempt broke off after the last byte
	case resp.StatusCode == http.StatusOK && have == 0:
	case resp.StatusCode == http.StatusPartialContent && strings.HasPrefix(resp.Header.Get("Content-Range"), fmt.Sprintf("bytes %d-", have)):
	default:
		return 0, backoff.Permanent(fmt.Errorf("archive answered %s", resp.Status))
	}
	return io.Copy(file, resp.Body)
}
