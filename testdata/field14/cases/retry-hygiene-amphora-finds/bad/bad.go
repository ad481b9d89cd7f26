// Package bad streams the finds of a dig to a museum and connects again when the stream breaks. The
// pause doubles with every break and is never set back: after some weeks with a break now
// and then, each of them costs ten minutes without finds.
package bad

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"time"
)

const (
	firstPause = 2 * time.Second
	mostPause  = 10 * time.Minute
	silence    = 45 * time.Second // the dig sends an empty line every fifteen seconds
)

// Find is one object.
type Find struct {
	Trench string `json:"trench"`
	Kind   string `json:"kind"`
}

// Stream follows one dig.
type Stream struct {
	url  string
	hc   *http.Client
	take func(Find)
	log  *slog.Logger
}

// NewStream returns a stream that hands every find to take.
func NewStream(url string, take func(Find), log *slog.Logger) *Stream {
	tr := http.DefaultTransport.(*http.Transport).Clone()
	tr.ResponseHeaderTimeout = 15 * time.Second
	return &Stream{url: url, hc: &http.Client{Transport: tr}, take: take, log: log}
}

// Run follows the dig until ctx ends.
func (s *Stream) Run(ctx context.Context) error {
	pause := firstPause // OR retry-hygiene
	for {               // OR retry-hygiene
		began := time.Now()
		err := s.follow(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		s.log.Warn("finds interrupted", "held", time.Since(began), "pause", pause, "err", err)
		timer := time.NewTimer(pause/2 + rand.N(pause/2))
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		}
		pause = min(2*pause, mostPause) // EXPECT retry-hygiene
	}
}

// follow reads one stream until it breaks or falls silent.
func (s *Stream) follow(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	watchdog := time.AfterFunc(silence, cancel)
	defer watchdog.Stop()

	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url, nil)
	if err != nil {
		return err
	}
	resp, err := s.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("dig answered %s", resp.Status)
	}
	lines := bufio.NewScanner(resp.Body)
	for lines.Scan() {
		watchdog.Reset(silence)
		if len(lines.Bytes()) == 0 {
			continue
		}
		var f Find
		if err := json.Unmarshal(lines.Bytes(), &f); err != nil {
			return fmt.Errorf("decode find: %w", err)
		}
		s.take(f)
	}
	return lines.Err()
}
