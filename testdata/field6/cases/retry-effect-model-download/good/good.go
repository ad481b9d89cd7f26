// Package good downloads model files into a local cache.
package good

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"time"
)

type statusError int

func (e statusError) Error() string { return fmt.Sprintf("file server answered %d", int(e)) }

// Cache keeps files by name.
type Cache struct {
	dir    string
	base   string
	client *http.Client
	tries  int
	log    *slog.Logger
}

// NewCache returns a cache in dir for the files below base.
func NewCache(dir, base string, log *slog.Logger) *Cache {
	return &Cache{dir: dir, base: base, client: &http.Client{Timeout: 10 * time.Minute}, tries: 4, log: log}
}

// Fetch downloads a file unless it is there, and returns its path.
func (c *Cache) Fetch(ctx context.Context, name string) (string, error) {
	path := filepath.Join(c.dir, filepath.Base(name))
	if _, err := os.Stat(path); err == nil {
		return path, nil
	}
	part, err := os.CreateTemp(c.dir, "part-*")
	if err != nil {
		return "", err
	}
	defer os.Remove(part.Name())
	defer part.Close()

	if err := c.download(ctx, name, part); err != nil {
		return "", fmt.Errorf("download %s: %w", name, err)
	}
	if err := part.Close(); err != nil {
		return "", err
	}
	return path, os.Rename(part.Name(), path)
}

func (c *Cache) download(ctx context.Context, name string, dst *os.File) error {
	for n := 1; ; n++ {
		err := c.copyBody(ctx, name, dst)
		var refused statusError
		if err == nil || n == c.tries || ctx.Err() != nil || errors.As(err, &refused) && refused < 500 {
			return err
		}
		c.log.Warn("transfer broke off", "file", name, "try", n, "err", err)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second<<n + rand.N(time.Second)):
		}
	}
}

func (c *Cache) copyBody(ctx context.Context, name string, dst *os.File) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+"/"+name, nil)
	if err != nil {
		return err
	}
	resp, err := c.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return statusError(resp.StatusCode)
	}
	if err := dst.Truncate(0); err != nil {
		return err
	}
	if _, err := dst.Seek(0, io.SeekStart); err != nil {
		return err
	}
	_, err = io.Copy(dst, resp.Body)
	return err
}
