// Package bad ships database dumps to one or more backup targets.
package bad

import (
	"context"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"time"

	"github.com/cenkalti/backoff/v5"
)

// Target keeps dumps under a name; storing a name again replaces it.
type Target interface {
	Name() string
	Store(ctx context.Context, name string, data io.Reader) error
}

// Uploader copies dumps to all targets.
type Uploader struct {
	targets []Target
	prefix  string
}

// NewUploader stores below prefix.
func NewUploader(prefix string, targets ...Target) *Uploader {
	return &Uploader{targets: targets, prefix: prefix}
}

// Ship stores the file everywhere.
func (u *Uploader) Ship(ctx context.Context, file string) error {
	for _, t := range u.targets {
		if err := u.ship(ctx, t, file); err != nil {
			return fmt.Errorf("ship %s to %s: %w", file, t.Name(), err)
		}
	}
	return nil
}

func (u *Uploader) ship(ctx context.Context, t Target, file string) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	name := path.Join(u.prefix, filepath.Base(file))
	_, err = backoff.Retry(ctx, func() (struct{}, error) { // OR retry-effect
		ctx, cancel := context.WithTimeout(ctx, 10*time.Minute)
		defer cancel()
		return struct{}{}, t.Store(ctx, name, f) // EXPECT retry-effect
	}, backoff.WithMaxTries(3), backoff.WithMaxElapsedTime(40*time.Minute))
	return err
}
