// Package bad shows teachers the marks and remarks that a grading service keeps.
// fetch repeats a failed request up to five times. Marks wraps fetch in the same helper once more:
// while the service is down, one page costs it twenty-five requests instead of five.
package bad

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

const tries = 5

var errRefused = errors.New("grading service refused")

// Mark is the result of one essay.
type Mark struct {
	Pupil  string `json:"pupil"`
	Points int    `json:"points"`
}

// Grading is a client of the grading service.
type Grading struct {
	hc     *http.Client
	base   string
	budget time.Duration
	log    *slog.Logger
}

// NewGrading expects hc to have a per-request timeout of a few seconds.
func NewGrading(hc *http.Client, base string, log *slog.Logger) *Grading {
	return &Grading{hc: hc, base: base, budget: 2 * time.Minute, log: log}
}

// Marks returns the marks of a class.
func (g *Grading) Marks(ctx context.Context, class string) ([]Mark, error) {
	ctx, cancel := context.WithTimeout(ctx, g.budget)
	defer cancel()
	marks, err := persist(ctx, g.log, func(ctx context.Context) ([]Mark, error) { // EXPECT retry-timeout
		raw, err := g.fetch(ctx, "/classes/"+url.PathEscape(class)+"/marks") // OR retry-timeout
		if err != nil {
			return nil, err
		}
		var marks []Mark
		if err := json.Unmarshal(raw, &marks); err != nil {
			return nil, fmt.Errorf("%w: decode marks: %w", errRefused, err)
		}
		return marks, nil
	})
	if err != nil {
		return nil, fmt.Errorf("marks of class %s: %w", class, err)
	}
	return marks, nil
}

// Remark returns the remark on one essay.
func (g *Grading) Remark(ctx context.Context, essay string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, g.budget)
	defer cancel()
	raw, err := g.fetch(ctx, "/essays/"+url.PathEscape(essay)+"/remark")
	if err != nil {
		return "", fmt.Errorf("remark on essay %s: %w", essay, err)
	}
	return string(raw), nil
}

func (g *Grading) fetch(ctx context.Context, path string) ([]byte, error) {
	return persist(ctx, g.log, func(ctx context.Context) ([]byte, error) { // OR retry-timeout
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, g.base+path, nil)
		if err != nil {
			return nil, fmt.Errorf("%w: build request: %w", errRefused, err)
		}
		resp, err := g.hc.Do(req)
		if err != nil {
			return nil, err
		}
		defer resp.Body.Close()
		switch {
		case resp.StatusCode >= 400 && resp.StatusCode < 500:
			return nil, fmt.Errorf("%w: %s", errRefused, resp.Status)
		case resp.StatusCode != http.StatusOK:
			return nil, fmt.Errorf("grading service answered %s", resp.Status)
		}
		return io.ReadAll(io.LimitReader(resp.Body, 4<<20))
	})
}

// persist calls f until it succeeds, is refused or has been tried often enough.
func persist[T any](ctx context.Context, log *slog.Logger, f func(context.Context) (T, error)) (T, error) {
	for n := 1; ; n++ { // OR retry-timeout
		v, err := f(ctx)
		if err == nil {
			return v, nil
		}
		if n == tries || ctx.Err() != nil || errors.Is(err, errRefused) {
			return v, err
		}
		log.Warn("grading service failed", "try", n, "err", err)
		select {
		case <-time.After(time.Duration(n)*200*time.Millisecond + rand.N(200*time.Millisecond)):
		case <-ctx.Done():
			return v, errors.Join(err, ctx.Err())
		}
	}
}
