// Package bad follows the cues of a puppet stage.
// The back-off counts its time from the start and is never reset. A stream that has run for an
// evening and then breaks finds the quarter of an hour used up, and nobody connects again.
package bad

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/cenkalti/backoff/v4"
)

// Cue moves a puppet.
type Cue struct {
	Puppet string `json:"puppet"`
	Move   string `json:"move"`
}

// Stage follows cues.
type Stage struct {
	url    string
	client *http.Client
	move   func(Cue)
	log    *slog.Logger
}

// NewStage returns a stage. The stream has no end, only its beginning has a limit.
func NewStage(url string, move func(Cue), log *slog.Logger) *Stage {
	tr := http.DefaultTransport.(*http.Transport).Clone()
	tr.ResponseHeaderTimeout = 10 * time.Second
	return &Stage{url: url, client: &http.Client{Transport: tr}, move: move, log: log}
}

// Follow returns when ctx ends or the desk has been away for a quarter of an hour.
func (s *Stage) Follow(ctx context.Context) error {
	policy := backoff.NewExponentialBackOff(backoff.WithMaxElapsedTime(15 * time.Minute)) // OR retry-hygiene
	op := func() error {                                                                  // OR retry-hygiene
		return s.stream(ctx)
	}
	return backoff.RetryNotify(op, backoff.WithContext(policy, ctx), func(err error, d time.Duration) { // EXPECT retry-hygiene
		s.log.Warn("cues lost", "err", err, "again in", d)
	})
}

func (s *Stage) stream(ctx context.Context) error { // OR retry-hygiene
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url, nil)
	if err != nil {
		return backoff.Permanent(err)
	}
	resp, err := s.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("cues: %s", resp.Status)
	}
	dec := json.NewDecoder(resp.Body)
	for {
		var c Cue
		if err := dec.Decode(&c); err != nil {
			return err
		}
		s.move(c)
	}
}
