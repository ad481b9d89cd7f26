// Package good stores photographs of number plates in an archive.
// Each attempt opens the file for itself.
package good

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"github.com/avast/retry-go/v4"
)

// Archive stores photographs by name; storing one twice replaces it.
type Archive struct {
	base   string
	client *http.Client // with a timeout
}

// NewArchive returns the archive at base.
func NewArchive(base string, client *http.Client) *Archive {
	return &Archive{base: base, client: client}
}

// Store uploads the photograph at path.
func (a *Archive) Store(ctx context.Context, path string) error {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Minute)
	defer cancel()
	err := retry.Do(
		func() error {
			f, err := os.Open(path)
			if err != nil {
				return retry.Unrecoverable(err)
			}
			defer f.Close()
			fi, err := f.Stat()
			if err != nil {
				return retry.Unrecoverable(err)
			}
			return a.put(ctx, filepath.Base(path), f, fi.Size())
		},
		retry.Context(ctx),
		retry.Attempts(4),
		retry.Delay(500*time.Millisecond),
		retry.LastErrorOnly(true),
		retry.RetryIf(func(err error) bool { return !errors.Is(err, errRefused) && retry.IsRecoverable(err) }),
	)
	if err != nil {
		return fmt.Errorf("store %s: %w", path, err)
	}
	return nil
}

var errRefused = errors.New("archive refused the photograph")

func (a *Archive) put(ctx context.Context, name string, f *os.File, size int64) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, a.base+"/"+name, f)
	if err != nil {
		return err
	}
	req.ContentLength = size
	req.Header.Set("Content-Type", "image/jpeg")
	resp, err := a.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 500 {
		return fmt.Errorf("archive answered %s", resp.Status)
	}
	if resp.StatusCode >= 300 {
		return fmt.Errorf("%w: %s", errRefused, resp.Status)
	}
	return nil
}
