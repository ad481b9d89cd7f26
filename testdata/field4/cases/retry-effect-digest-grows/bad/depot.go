// Package depot stores firmware images on the update server.
package depot

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
	"time"

	"github.com/avast/retry-go/v4"
)

var (
	errBusy = errors.New("update server busy")
	// ErrDamaged means that the server received something else than was sent.
	ErrDamaged = errors.New("image damaged on the way")
)

// Depot is a client of the update server.
type Depot struct {
	http *http.Client
	base string
}

// New returns a client for the server at base.
func New(base string) *Depot {
	return &Depot{http: &http.Client{Timeout: time.Minute}, base: base}
}

// Put stores the file at path under name and compares digests.
func (d *Depot) Put(ctx context.Context, name, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Minute)
	defer cancel()

	var sent, stored string
	sum := sha256.New() // OR retry-effect
	err = retry.Do(func() error {
		image := io.NewSectionReader(f, 0, st.Size())
		got, err := d.send(ctx, name, io.TeeReader(image, sum), st.Size()) // EXPECT retry-effect
		if err != nil {
			return err
		}
		sent, stored = hex.EncodeToString(sum.Sum(nil)), got
		return nil
	},
		retry.Context(ctx),
		retry.Attempts(4),
		retry.Delay(500*time.Millisecond),
		retry.MaxJitter(300*time.Millisecond),
		retry.DelayType(retry.CombineDelay(retry.BackOffDelay, retry.RandomDelay)),
		retry.RetryIf(func(err error) bool { return errors.Is(err, errBusy) }),
		retry.LastErrorOnly(true),
	)
	if err != nil {
		return fmt.Errorf("store %s: %w", name, err)
	}
	if sent != stored {
		return fmt.Errorf("store %s: %w", name, ErrDamaged)
	}
	return nil
}

func (d *Depot) send(ctx context.Context, name string, body io.Reader, size int64) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, d.base+"/images/"+url.PathEscape(name), body)
	if err != nil {
		return "", err
	}
	req.ContentLength = size
	resp, err := d.http.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusCreated, http.StatusNoContent:
		return resp.Header.Get("X-Content-SHA256"), nil
	case http.StatusServiceUnavailable, http.StatusTooManyRequests:
		return "", errBusy
	}
	return "", fmt.Errorf("update server: %s", resp.Status)
}
