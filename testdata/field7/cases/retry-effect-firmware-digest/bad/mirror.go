// Package bad mirrors the firmware of lawn robots and checks it against the published digest.
// The file is emptied before every attempt, the hash is not: after a download that broke off
// it has seen the first part twice, and an intact file is refused.
package bad

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/cenkalti/backoff/v5"
)

// ErrDigest says that the image is not the published one.
var ErrDigest = errors.New("digest differs")

// Mirror keeps images in a directory.
type Mirror struct {
	hc   *http.Client
	base string
	dir  string
}

// NewMirror expects hc to have a per-request timeout.
func NewMirror(hc *http.Client, base, dir string) *Mirror {
	return &Mirror{hc: hc, base: base, dir: dir}
}

// Fetch stores the image if its SHA-256 is want.
func (m *Mirror) Fetch(ctx context.Context, image, want string) (err error) {
	part := filepath.Join(m.dir, image+".part")
	file, err := os.Create(part)
	if err != nil {
		return fmt.Errorf("create image: %w", err)
	}
	defer func() {
		if err != nil {
			file.Close()
			os.Remove(part)
		}
	}()

	sum := sha256.New()                                 // OR retry-effect
	_, err = backoff.Retry(ctx, func() (int64, error) { // OR retry-effect
		if err := rewind(file); err != nil {
			return 0, backoff.Permanent(err)
		}
		return m.copy(ctx, io.MultiWriter(file, sum), image) // EXPECT retry-effect
	}, backoff.WithBackOff(backoff.NewExponentialBackOff()), backoff.WithMaxTries(4), backoff.WithMaxElapsedTime(5*time.Minute))
	if err != nil {
		return fmt.Errorf("fetch %s: %w", image, err)
	}
	if got := hex.EncodeToString(sum.Sum(nil)); got != want {
		return fmt.Errorf("%s is %s: %w", image, got, ErrDigest)
	}
	if err := file.Close(); err != nil {
		return fmt.Errorf("write image: %w", err)
	}
	return os.Rename(part, filepath.Join(m.dir, image))
}

func rewind(file *os.File) error {
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	return file.Truncate(0)
}

func (m *Mirror) copy(ctx context.Context, dst io.Writer, image string) (int64, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, m.base+"/images/"+url.PathEscape(image), nil)
	if err != nil {
		return 0, backoff.Permanent(err)
	}
	resp, err := m.hc.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode >= 500:
		return 0, fmt.Errorf("server answered %s", resp.Status)
	case resp.StatusCode != http.StatusOK:
		return 0, backoff.Permanent(fmt.Errorf("server answered %s", resp.Status))
	}
	return io.Copy(dst, resp.Body)
}
