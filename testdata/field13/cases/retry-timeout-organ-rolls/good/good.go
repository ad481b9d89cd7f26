// Package good downloads scanned organ rolls from an archive. The client repeats every request
// up to five times by itself, within ninety seconds; nothing else repeats it.
package good

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

const (
	rollBudget = 90 * time.Second
	rollLimit  = 64 << 20
)

// errRefused marks what no further request would change.
var errRefused = errors.New("refused")

// Archive is a client of the roll archive.
type Archive struct {
	base string
	dir  string
	web  *retryablehttp.Client
}

// NewArchive stores rolls below dir.
func NewArchive(base, dir string) *Archive {
	web := retryablehttp.NewClient()
	web.Logger = nil
	web.RetryMax = 4
	web.RetryWaitMin = 250 * time.Millisecond
	web.RetryWaitMax = time.Second
	web.Backoff = retryablehttp.LinearJitterBackoff
	web.HTTPClient.Timeout = 12 * time.Second
	return &Archive{base: base, dir: dir, web: web}
}

// Fetch stores one roll and returns its path.
func (a *Archive) Fetch(ctx context.Context, roll string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, rollBudget)
	defer cancel()

	path, err := a.download(ctx, roll)
	if err != nil {
		return "", fmt.Errorf("roll %s: %w", roll, err)
	}
	return path, nil
}

func (a *Archive) download(ctx context.Context, roll string) (string, error) {
	req, err := retryablehttp.NewRequestWithContext(ctx, http.MethodGet, a.base+"/rolls/"+url.PathEscape(roll), nil)
	if err != nil {
		return "", err
	}
	resp, err := a.web.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return "", fmt.Errorf("%w: archive answered %s", errRefused, resp.Status)
	}
	raw, err := io.ReadAll(io.LimitReader(resp.Body, rollLimit))
	if err != nil {
		return "", fmt.Errorf("read: %w", err)
	}
	path := filepath.Join(a.dir, filepath.Base(roll)+".mid")
	if err := os.WriteFile(path, raw, 0o644); err != nil {
		return "", fmt.Errorf("%w: store: %w", errRefused, err)
	}
	return path, nil
}
