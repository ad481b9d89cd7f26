// Package good fetches survey maps over a weak link and continues where it stopped. Each try
// asks how long the local part is now.
package good

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"

	"github.com/sethvargo/go-retry"
)

// Fetcher downloads maps.
type Fetcher struct {
	hc *http.Client
}

// New returns a fetcher that gives each try two minutes.
func New() *Fetcher { return &Fetcher{hc: &http.Client{Timeout: 2 * time.Minute}} }

var errRefused = errors.New("map refused")

func have(path string) (int64, error) {
	st, err := os.Stat(path)
	if errors.Is(err, os.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	return st.Size(), nil
}

// Fetch downloads url to path.
func (f *Fetcher) Fetch(ctx context.Context, url, path string) error {
	ctx, cancel := context.WithTimeout(ctx, 15*time.Minute)
	defer cancel()
	b := retry.WithMaxRetries(5, retry.WithJitterPercent(20, retry.NewExponential(time.Second)))
	return retry.Do(ctx, b, func(ctx context.Context) error {
		offset, err := have(path)
		if err != nil {
			return err
		}
		if err := f.try(ctx, url, path, offset); err != nil {
			if errors.Is(err, errRefused) {
				return err
			}
			return retry.RetryableError(err)
		}
		return nil
	})
}

func (f *Fetcher) try(ctx context.Context, url, path string, offset int64) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	want := http.StatusOK
	if offset > 0 {
		req.Header.Set("Range", fmt.Sprintf("bytes=%d-", offset))
		want = http.StatusPartialContent
	}
	resp, err := f.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 500 {
		return fmt.Errorf("get %s: %s", url, resp.Status)
	}
	if resp.StatusCode != want {
		return fmt.Errorf("%w: %s", errRefused, resp.Status)
	}
	out, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return err
	}
	if _, err := io.Copy(out, resp.Body); err != nil {
		out.Close()
		return fmt.Errorf("read %s: %w", url, err)
	}
	return out.Close()
}
