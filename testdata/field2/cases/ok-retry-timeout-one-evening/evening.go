// Package ok looks for a film's subtitles before the film begins. The half minute is for all attempts
// together; each of them has six seconds at most, and as many are made as fit.
package ok

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"
)

// Finder finds subtitles.
type Finder interface {
	Find(ctx context.Context, film string) ([]byte, error)
}

// Cinema shows films.
type Cinema struct {
	finder Finder
	log    *slog.Logger
}

const (
	total   = 30 * time.Second
	attempt = 6 * time.Second
)

// Subtitles returns a film's subtitles.
func (c *Cinema) Subtitles(ctx context.Context, film string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, total)
	defer cancel()
	end, _ := ctx.Deadline()
	for n := 1; ; n++ {
		text, err := c.find(ctx, film)
		if err == nil {
			return text, nil
		}
		pause := 500*time.Millisecond + rand.N(500*time.Millisecond)
		if ctx.Err() != nil || time.Until(end) < pause+attempt {
			return nil, fmt.Errorf("%s: nothing after %d attempts: %w", film, n, err)
		}
		c.log.Info("no subtitles yet", "film", film, "err", err)
		t := time.NewTimer(pause)
		select {
		case <-ctx.Done():
			t.Stop()
			return nil, errors.Join(ctx.Err(), err)
		case <-t.C:
		}
	}
}

func (c *Cinema) find(ctx context.Context, film string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, attempt)
	defer cancel()
	return c.finder.Find(ctx, film)
}
