// Package bad fetches the frames of a weather radar into files.
// The part file is opened once, before the attempts, and each attempt asks for the whole frame
// and writes it behind what is there already. After a connection that broke half-way the file
// holds half a frame followed by a whole one, and it is renamed into place.
package bad

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

	"github.com/avast/retry-go/v4"
)

// Radar fetches frames from an archive.
type Radar struct {
	hc     *http.Client
	base   string
	dir    string
	budget time.Duration
}

// NewRadar stores frames in dir; hc must have a per-request timeout.
func NewRadar(hc *http.Client, base, dir string) *Radar {
	return &Radar{hc: hc, base: base, dir: dir, budget: 5 * time.Minute}
}

// Fetch stores one frame and returns the name of its file.
func (r *Radar) Fetch(ctx context.Context, frame string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, r.budget)
	defer cancel()

	part, err := os.CreateTemp(r.dir, "frame-*.part")
	if err != nil {
		return "", fmt.Errorf("create part file: %w", err)
	}
	defer func() { _ = os.Remove(part.Name()) }()

	err = retry.Do( // OR retry-effect
		func() error { return r.copyFrame(ctx, frame, part) }, // OR retry-effect
		retry.Context(ctx),
		retry.Attempts(4),
		retry.Delay(500*time.Millisecond),
		retry.MaxJitter(300*time.Millisecond),
		retry.LastErrorOnly(true),
	)
	if err = errors.Join(err, part.Close()); err != nil {
		return "", fmt.Errorf("fetch frame %s: %w", frame, err)
	}
	name := filepath.Join(r.dir, url.PathEscape(frame)+".h5")
	if err := os.Rename(part.Name(), name); err != nil {
		return "", fmt.Errorf("keep frame %s: %w", frame, err)
	}
	return name, nil
}

func (r *Radar) copyFrame(ctx context.Context, frame string, part *os.File) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, r.base+"/frames/"+url.PathEscape(frame), nil)
	if err != nil {
		return retry.Unrecoverable(err)
	}
	resp, err := r.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode >= 500:
		return fmt.Errorf("archive answered %s", resp.Status)
	case resp.StatusCode != http.StatusOK:
		return retry.Unrecoverable(fmt.Errorf("archive answered %s", resp.Status))
	}
	if _, err := io.Copy(part, resp.Body); err != nil { // EXPECT retry-effect
		return fmt.Errorf("copy frame: %w", err)
	}
	return nil
}
