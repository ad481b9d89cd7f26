// Package good reads the drift of a tower clock from its gateway.
// The loop pauses between two attempts only; after the last one the error goes to the caller at
// once.
package good

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"
)

var errRefused = errors.New("gateway refused")

// Drift is how far a clock is off.
type Drift struct {
	Clock  string `json:"clock"`
	Millis int64  `json:"millis"`
}

// Towers is a client of the gateway.
type Towers struct {
	hc       *http.Client
	base     string
	attempts int
	first    time.Duration
	budget   time.Duration
	log      *slog.Logger
}

// NewTowers expects hc to have a per-request timeout.
func NewTowers(hc *http.Client, base string, log *slog.Logger) *Towers {
	return &Towers{hc: hc, base: base, attempts: 4, first: time.Second, budget: 45 * time.Second, log: log}
}

// Drift asks for the drift of one clock.
func (t *Towers) Drift(ctx context.Context, clock string) (Drift, error) {
	ctx, cancel := context.WithTimeout(ctx, t.budget)
	defer cancel()

	var last error
	wait := t.first
	for attempt := range t.attempts {
		d, err := t.read(ctx, clock)
		if err == nil {
			return d, nil
		}
		if errors.Is(err, errRefused) || ctx.Err() != nil {
			return Drift{}, fmt.Errorf("drift of %s: %w", clock, err)
		}
		last = err
		t.log.Warn("gateway did not answer", "clock", clock, "attempt", attempt+1, "err", err)
		if attempt == t.attempts-1 {
			break
		}
		timer := time.NewTimer(wait + rand.N(wait/4))
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return Drift{}, fmt.Errorf("drift of %s: %w", clock, errors.Join(last, ctx.Err()))
		}
		wait *= 2
	}
	return Drift{}, fmt.Errorf("drift of %s, %d attempts: %w", clock, t.attempts, last)
}

func (t *Towers) read(ctx context.Context, clock string) (Drift, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, t.base+"/clocks/"+url.PathEscape(clock)+"/drift", nil)
	if err != nil {
		return Drift{}, fmt.Errorf("%w: build request: %w", errRefused, err)
	}
	resp, err := t.hc.Do(req)
	if err != nil {
		return Drift{}, err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode >= 400 && resp.StatusCode < 500:
		return Drift{}, fmt.Errorf("%w: %s", errRefused, resp.Status)
	case resp.StatusCode != http.StatusOK:
		return Drift{}, fmt.Errorf("gateway answered %s", resp.Status)
	}
	var d Drift
	if err := json.NewDecoder(resp.Body).Decode(&d); err != nil {
		return Drift{}, fmt.Errorf("decode drift: %w", err)
	}
	return d, nil
}
