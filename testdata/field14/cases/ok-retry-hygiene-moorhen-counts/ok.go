// Package ok reads the moorhen counts of a pond. There is a deferred Close in the retry loop, but
// nothing piles up: the loop goes on only when there was no response at all, and every
// path after the Close leaves the function.
package ok

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"
)

// Count is one count.
type Count struct {
	Day   string `json:"day"`
	Birds int    `json:"birds"`
}

// Ponds is a client of the counting service.
type Ponds struct {
	base   string
	hc     *http.Client
	tries  int
	pause  time.Duration
	budget time.Duration
	log    *slog.Logger
}

// NewPonds returns a client of the service at base.
func NewPonds(base string, log *slog.Logger) *Ponds {
	return &Ponds{
		base:   base,
		hc:     &http.Client{Timeout: 5 * time.Second},
		tries:  4,
		pause:  250 * time.Millisecond,
		budget: 30 * time.Second,
		log:    log,
	}
}

// Counts lists the counts of a pond. A service that answers is not asked again.
func (p *Ponds) Counts(ctx context.Context, pond string) ([]Count, error) {
	ctx, cancel := context.WithTimeout(ctx, p.budget)
	defer cancel()
	for try := 1; ; try++ {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.base+"/ponds/"+url.PathEscape(pond), nil)
		if err != nil {
			return nil, err
		}
		resp, err := p.hc.Do(req)
		if err != nil {
			if try == p.tries || ctx.Err() != nil {
				return nil, fmt.Errorf("counts of %s, %d tries: %w", pond, try, err)
			}
			p.log.WarnContext(ctx, "no answer", "pond", pond, "try", try, "err", err)
			timer := time.NewTimer(p.pause<<(try-1) + rand.N(p.pause))
			select {
			case <-timer.C:
			case <-ctx.Done():
				timer.Stop()
				return nil, errors.Join(ctx.Err(), err)
			}
			continue
		}
		defer resp.Body.Close()
		if resp.StatusCode != http.StatusOK {
			return nil, fmt.Errorf("counts of %s: %s", pond, resp.Status)
		}
		var counts []Count
		if err := json.NewDecoder(io.LimitReader(resp.Body, 1<<20)).Decode(&counts); err != nil {
			return nil, fmt.Errorf("decode counts of %s: %w", pond, err)
		}
		return counts, nil
	}
}
