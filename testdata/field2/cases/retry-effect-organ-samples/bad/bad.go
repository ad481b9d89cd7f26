// Package bad loads organ samples and checks their sums. The hash was made before the tries
// and every try feeds it: after a broken try it has seen bytes twice, and a whole download is
// thrown away as damaged.
package bad

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"

	"github.com/cenkalti/backoff/v5"
)

// Sample names a recording.
type Sample struct {
	Pipe string
	URL  string
	Sum  string
}

// Loader loads samples.
type Loader struct{ hc *http.Client }

// NewLoader returns a loader.
func NewLoader() *Loader { return &Loader{hc: &http.Client{Timeout: time.Minute}} }

// Load stores a sample in out.
func (l *Loader) Load(ctx context.Context, s Sample, out *os.File) error {
	sum := sha256.New()                                     // OR retry-effect
	got, err := backoff.Retry(ctx, func() (string, error) { // OR retry-effect
		if _, err := out.Seek(0, io.SeekStart); err != nil {
			return "", backoff.Permanent(err)
		}
		if err := out.Truncate(0); err != nil {
			return "", backoff.Permanent(err)
		}
		body, err := l.open(ctx, s.URL)
		if err != nil {
			return "", err
		}
		defer body.Close()
		if _, err := io.Copy(io.MultiWriter(out, sum), body); err != nil { // EXPECT retry-effect
			return "", fmt.Errorf("copy %s: %w", s.Pipe, err)
		}
		return hex.EncodeToString(sum.Sum(nil)), nil // OR retry-effect
	}, backoff.WithMaxTries(4), backoff.WithMaxElapsedTime(5*time.Minute))
	if err != nil {
		return err
	}
	if got != s.Sum {
		return fmt.Errorf("sample %s is damaged: %s", s.Pipe, got)
	}
	return nil
}

func (l *Loader) open(ctx context.Context, url string) (io.ReadCloser, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, backoff.Permanent(err)
	}
	resp, err := l.hc.Do(req)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		resp.Body.Close()
		err := fmt.Errorf("get %s: %s", url, resp.Status)
		if resp.StatusCode < 500 {
			return nil, backoff.Permanent(err)
		}
		return nil, err
	}
	return resp.Body, nil
}
