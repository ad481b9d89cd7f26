// Package good tells a street painter whether a wall may be painted, with the city's register.
// Eight lookups run at a time. One has fifteen seconds for its place and its few requests together.
package good

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
	c.HTTPClient.Timeout = 4 * time.Second
	c.RetryMax = 2
	c.RetryWaitMin = 200 * time.Millisecond
	c.RetryWaitMax = 500 * time.Millisecond
	return &Walls{base: base, client: c, places: semaphore.NewWeighted(8), log: log}
}

// ServeHTTP handles GET /walls/{wall}.
func (s *Walls) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 15*time.Second)
	defer cancel()
	v, err := s.lookup(ctx, r.PathValue("wall"))
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
	resp, err := s.client.Do(req)
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
