// Package bad tells a street painter whether a wall may be painted, with the city's register.
// Eight lookups run at a time. One may repeat its request nine times, at thirty seconds each and with
// growing pauses, and nothing bounds the sum: a slow register holds all eight places for minutes.
package bad

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"github.com/hashicorp/go-retryablehttp"
	"golang.org/x/sync/semaphore"
)

// Verdict is the register's word on a wall.
type Verdict struct {
	Wall    string `json:"wall"`
	Allowed bool   `json:"allowed"`
}

// Walls answers the painters.
type Walls struct {
	base   string
	client *retryablehttp.Client
	places *semaphore.Weighted
	log    *slog.Logger
}

// NewWalls asks the register at base.
func NewWalls(base string, log *slog.Logger) *Walls {
	c := retryablehttp.NewClient()
	c.Logger = nil
	c.Backoff = retryablehttp.LinearJitterBackoff
	c.HTTPClient.Timeout = 30 * time.Second // OR retry-timeout
	c.RetryMax = 8                          // OR retry-timeout
	c.RetryWaitMin = 2 * time.Second
	c.RetryWaitMax = 5 * time.Second
	return &Walls{base: base, client: c, places: semaphore.NewWeighted(8), log: log}
}

// ServeHTTP handles GET /walls/{wall}.
func (s *Walls) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	v, err := s.lookup(r.Context(), r.PathValue("wall")) // OR retry-timeout
	if err != nil {
		s.log.Error("wall not looked up", "wall", r.PathValue("wall"), "err", err)
		http.Error(w, "register not available", http.StatusBadGateway)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(v); err != nil {
		s.log.Debug("answer not sent", "err", err)
	}
}

func (s *Walls) lookup(ctx context.Context, wall string) (*Verdict, error) {
	if err := s.places.Acquire(ctx, 1); err != nil {
		return nil, fmt.Errorf("wait for a place: %w", err)
	}
	defer s.places.Release(1)
	req, err := retryablehttp.NewRequestWithContext(ctx, http.MethodGet, s.base+"/walls/"+url.PathEscape(wall), nil)
	if err != nil {
		return nil, err
	}
	resp, err := s.client.Do(req) // EXPECT retry-timeout
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("register answered %s", resp.Status)
	}
	var v Verdict
	if err := json.NewDecoder(io.LimitReader(resp.Body, 64<<10)).Decode(&v); err != nil {
		return nil, fmt.Errorf("decode verdict: %w", err)
	}
	return &v, nil
}
