// Package good fetches moth sightings from a field station behind a poor radio link.
// Only the end of the caller's own context is final; an attempt that timed out is repeated.
package good

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"time"

	"github.com/cenkalti/backoff/v4"
)

const (
	attemptLimit = 5 * time.Second
	fetchLimit   = 40 * time.Second
)

// Sighting is an entry in the station's book.
type Sighting struct {
	Species string    `json:"species"`
	At      time.Time `json:"at"`
}

// Station is one field station.
type Station struct {
	url    string
	client *http.Client
	log    *slog.Logger
}

// NewStation returns the station whose book is at url.
func NewStation(url string, client *http.Client, log *slog.Logger) *Station {
	return &Station{url: url, client: client, log: log}
}

// Sightings returns the whole book.
func (s *Station) Sightings(ctx context.Context) ([]Sighting, error) {
	ctx, cancel := context.WithTimeout(ctx, fetchLimit)
	defer cancel()
	policy := backoff.NewExponentialBackOff(
		backoff.WithInitialInterval(300*time.Millisecond),
		backoff.WithMaxInterval(3*time.Second),
		backoff.WithMaxElapsedTime(fetchLimit),
	)
	fetch := func() ([]Sighting, error) {
		book, err := s.fetch(ctx)
		if err != nil && ctx.Err() != nil {
			return nil, backoff.Permanent(err)
		}
		return book, err
	}
	notify := func(err error, d time.Duration) {
		s.log.Info("station did not answer", "url", s.url, "err", err, "next", d)
	}
	book, err := backoff.RetryNotifyWithData(fetch, backoff.WithContext(policy, ctx), notify)
	if err != nil {
		return nil, fmt.Errorf("sightings of %s: %w", s.url, err)
	}
	return book, nil
}

func (s *Station) fetch(ctx context.Context) ([]Sighting, error) {
	ctx, cancel := context.WithTimeout(ctx, attemptLimit)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url, nil)
	if err != nil {
		return nil, backoff.Permanent(err)
	}
	resp, err := s.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode >= 500:
		return nil, fmt.Errorf("station answered %s", resp.Status)
	case resp.StatusCode != http.StatusOK:
		return nil, backoff.Permanent(fmt.Errorf("station answered %s", resp.Status))
	}
	var book []Sighting
	if err := json.NewDecoder(io.LimitReader(resp.Body, 4<<20)).Decode(&book); err != nil {
		return nil, fmt.Errorf("read book: %w", err)
	}
	return book, nil
}
