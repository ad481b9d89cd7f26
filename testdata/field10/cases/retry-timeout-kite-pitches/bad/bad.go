// Package bad gives the tablets at a kite festival the plan of a field's pitches.
// The timeout meant for one fetch is set before the helper starts to repeat, so all tries share it:
// a fetch that hangs uses it up, and those after it fail before they have sent anything.
package bad

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"time"

	"faultfield10/cases/retry-timeout-kite-pitches/bad/again"
)

const (
	fetchTimeout = 4 * time.Second  // of one fetch
	planBudget   = 20 * time.Second // of all fetches and the pauses between them
)

// Pitch is the place of one flyer.
type Pitch struct {
	Number int     `json:"number"`
	East   float64 `json:"east"`
	North  float64 `json:"north"`
}

var errBusy = errors.New("planner is busy")

// Planner is a client of the festival's planning service.
type Planner struct {
	base   string
	client *http.Client
	log    *slog.Logger
}

// Pitches returns the pitches of a field.
func (p *Planner) Pitches(ctx context.Context, field string) ([]Pitch, error) {
	ctx, stop := context.WithTimeout(ctx, planBudget)
	defer stop()
	fetchCtx, cancel := context.WithTimeout(ctx, fetchTimeout) // EXPECT retry-timeout
	defer cancel()
	policy := again.Policy{Tries: 4, Pause: 200 * time.Millisecond, Transient: transient}
	pitches, err := again.Do(ctx, policy, func() ([]Pitch, error) { // OR retry-timeout
		list, err := p.fetch(fetchCtx, field) // OR retry-timeout
		if err != nil {
			p.log.Warn("pitches not fetched", "field", field, "err", err)
		}
		return list, err
	})
	if err != nil {
		return nil, fmt.Errorf("pitches of %s: %w", field, err)
	}
	return pitches, nil
}

func (p *Planner) fetch(ctx context.Context, field string) ([]Pitch, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.base+"/fields/"+url.PathEscape(field)+"/pitches", nil)
	if err != nil {
		return nil, err
	}
	resp, err := p.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusTooManyRequests, resp.StatusCode >= 500:
		return nil, fmt.Errorf("%w: %s", errBusy, resp.Status)
	case resp.StatusCode != http.StatusOK:
		return nil, fmt.Errorf("planner answered %s", resp.Status)
	}
	var list []Pitch
	err = json.NewDecoder(io.LimitReader(resp.Body, 1<<20)).Decode(&list)
	return list, err
}

func transient(err error) bool {
	var op *net.OpError
	return errors.Is(err, errBusy) || errors.Is(err, context.DeadlineExceeded) || errors.As(err, &op)
}
