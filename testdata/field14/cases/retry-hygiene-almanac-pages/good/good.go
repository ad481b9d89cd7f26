// Package good fetches pages of an old almanac from a scanning service. After the last failed attempt
// the caller gets the error of that attempt.
package good

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"time"
)

const maxPage = 8 << 20

var errGone = errors.New("no such page")

// Scans is a client of the scanning service.
type Scans struct {
	base   string
	hc     *http.Client
	tries  int
	pause  time.Duration
	budget time.Duration
	log    *slog.Logger
}

// NewScans returns a client of the service at base.
func NewScans(base string, log *slog.Logger) *Scans {
	return &Scans{
		base:   base,
		hc:     &http.Client{Timeout: 10 * time.Second},
		tries:  4,
		pause:  500 * time.Millisecond,
		budget: time.Minute,
		log:    log,
	}
}

// Page returns the image of a page.
func (s *Scans) Page(ctx context.Context, year, page int) (image []byte, err error) {
	ctx, cancel := context.WithTimeout(ctx, s.budget)
	defer cancel()
	path := fmt.Sprintf("/%d/pages/%d.png", year, page)

	for try := range s.tries {
		if try > 0 {
			timer := time.NewTimer(s.pause<<(try-1) + rand.N(s.pause))
			select {
			case <-timer.C:
			case <-ctx.Done():
				timer.Stop()
				return nil, fmt.Errorf("page %s: %w", path, ctx.Err())
			}
		}
		image, err = s.get(ctx, path)
		if err == nil {
			return image, nil
		}
		if errors.Is(err, errGone) || ctx.Err() != nil {
			return nil, fmt.Errorf("page %s: %w", path, err)
		}
		s.log.Warn("page not fetched", "path", path, "try", try+1, "err", err)
	}
	return nil, fmt.Errorf("page %s after %d tries: %w", path, s.tries, err)
}

func (s *Scans) get(ctx context.Context, path string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.base+path, nil)
	if err != nil {
		return nil, err
	}
	resp, err := s.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusOK:
		return io.ReadAll(io.LimitReader(resp.Body, maxPage))
	case resp.StatusCode >= 500:
		return nil, fmt.Errorf("service answered %s", resp.Status)
	default:
		return nil, fmt.Errorf("%w: %s", errGone, resp.Status)
	}
}
