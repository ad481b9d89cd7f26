// Package ok loads the survey of a dune from a map service. The client's timeout is longer than
// that of an attempt and looks useless for it; it is the backstop for requests that come without
// a deadline, while each attempt here brings its own, inside the budget of the whole.
package ok

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/avast/retry-go/v4"
)

const (
	attempts     = 3
	attemptLimit = 5 * time.Second
	budget       = 25 * time.Second
	backstop     = time.Minute
)

// Survey is the shape of a dune.
type Survey struct {
	Dune    string    `json:"dune"`
	Heights []float64 `json:"heights"`
}

// Maps is a client of the map service.
type Maps struct {
	base   string
	client *http.Client
}

// NewMaps returns a client of the service at base.
func NewMaps(base string) *Maps {
	return &Maps{base: base, client: &http.Client{Timeout: backstop}}
}

// Survey returns the latest survey of a dune.
func (m *Maps) Survey(ctx context.Context, dune string) (Survey, error) {
	ctx, cancel := context.WithTimeout(ctx, budget)
	defer cancel()
	s, err := retry.DoWithData(
		func() (Survey, error) {
			ctx, cancel := context.WithTimeout(ctx, attemptLimit)
			defer cancel()
			return m.get(ctx, dune)
		},
		retry.Context(ctx),
		retry.Attempts(attempts),
		retry.Delay(300*time.Millisecond),
		retry.MaxJitter(300*time.Millisecond),
		retry.LastErrorOnly(true),
	)
	if err != nil {
		return Survey{}, fmt.Errorf("survey of %s: %w", dune, err)
	}
	return s, nil
}

func (m *Maps) get(ctx context.Context, dune string) (Survey, error) {
	var s Survey
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, m.base+"/dunes/"+url.PathEscape(dune)+"/survey", nil)
	if err != nil {
		return s, retry.Unrecoverable(err)
	}
	resp, err := m.client.Do(req)
	if err != nil {
		return s, err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode >= 500, resp.StatusCode == http.StatusTooManyRequests:
		return s, fmt.Errorf("map service answered %s", resp.Status)
	case resp.StatusCode != http.StatusOK:
		return s, retry.Unrecoverable(fmt.Errorf("map service refused: %s", resp.Status))
	}
	if err := json.NewDecoder(resp.Body).Decode(&s); err != nil {
		return s, fmt.Errorf("decode survey: %w", err)
	}
	return s, nil
}
