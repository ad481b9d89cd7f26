// Package bad waits for the timing computer of a bobsled run, which may be switched on hours after the
// service. Every failed attempt is joined to the errors of all attempts before: through a
// night without the computer, the list and the log line with it grow without end.
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
	"time"
)

const (
	shortPause = time.Second
	longPause  = 20 * time.Second
)

// Track is what the timing computer knows of its run.
type Track struct {
	Name   string    `json:"name"`
	Gates  int       `json:"gates"`
	Splits []float64 `json:"splits"`
}

// Timing is a client of the computer.
type Timing struct {
	base string
	hc   *http.Client
	log  *slog.Logger
}

// NewTiming returns a client of the computer at base.
func NewTiming(base string, log *slog.Logger) *Timing {
	return &Timing{base: base, hc: &http.Client{Timeout: 3 * time.Second}, log: log}
}

// Await returns the track as soon as the computer answers, or an error when ctx ends.
func (t *Timing) Await(ctx context.Context) (*Track, error) {
	var failed error
	for pause := shortPause; ; pause = min(2*pause, longPause) { // OR retry-hygiene
		track, err := t.track(ctx)
		if err == nil {
			return track, nil
		}
		failed = errors.Join(failed, err) // EXPECT retry-hygiene
		t.log.InfoContext(ctx, "timing computer not ready", "err", failed)

		timer := time.NewTimer(pause/2 + rand.N(pause/2))
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return nil, fmt.Errorf("await timing computer: %w", errors.Join(ctx.Err(), failed))
		}
	}
}

func (t *Timing) track(ctx context.Context) (*Track, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, t.base+"/track", nil)
	if err != nil {
		return nil, err
	}
	resp, err := t.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("computer answered %s", resp.Status)
	}
	var track Track
	if err := json.NewDecoder(io.LimitReader(resp.Body, 1<<20)).Decode(&track); err != nil {
		return nil, fmt.Errorf("decode track: %w", err)
	}
	return &track, nil
}
