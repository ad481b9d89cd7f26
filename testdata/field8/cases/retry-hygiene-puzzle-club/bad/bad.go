// Package bad reads the weekly puzzles of a club from a publisher that throttles.
// The helper hands the last response to its caller, who closes it; but the throttled ones before it are dropped
// with open bodies, and each holds a connection that nobody can use again.
package bad

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"
)

const (
	tries    = 4
	pause    = 400 * time.Millisecond
	tryLimit = 10 * time.Second
)

// Puzzle is a puzzle with its solution.
type Puzzle struct {
	ID       string `json:"id"`
	Grid     string `json:"grid"`
	Solution string `json:"solution"`
}

// Publisher sells puzzles.
type Publisher struct {
	base   string
	key    string
	client *http.Client
}

// New returns the publisher at base for the club with that key.
func New(base, key string) *Publisher {
	return &Publisher{base: base, key: key, client: &http.Client{Timeout: tryLimit}}
}

// Week returns the puzzles of a week, such as 2026-W48.
func (p *Publisher) Week(ctx context.Context, week string) ([]Puzzle, error) {
	resp, err := p.get(ctx, "/weeks/"+url.PathEscape(week))
	if err != nil {
		return nil, fmt.Errorf("week %s: %w", week, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("week %s: %s", week, resp.Status)
	}
	var out []Puzzle
	if err := json.NewDecoder(io.LimitReader(resp.Body, 4<<20)).Decode(&out); err != nil {
		return nil, fmt.Errorf("week %s: %w", week, err)
	}
	return out, nil
}

// get returns the answer to a GET request, the last one if all were throttled.
func (p *Publisher) get(ctx context.Context, path string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.base+path, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("X-Club-Key", p.key)
	for try := 1; ; try++ { // OR retry-hygiene
		resp, err := p.client.Do(req) // OR retry-hygiene
		if err != nil {
			return nil, err
		}
		if try == tries || !throttled(resp) {
			return resp, nil
		}
		if err := wait(ctx, try); err != nil { // EXPECT retry-hygiene
			return nil, err
		}
	}
}

func throttled(resp *http.Response) bool {
	return resp.StatusCode == http.StatusTooManyRequests || resp.StatusCode == http.StatusServiceUnavailable
}

func wait(ctx context.Context, try int) error {
	t := time.NewTimer(pause<<(try-1) + rand.N(pause))
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}
