// Package good brings the platform assignments of a station up to date, once an hour.
// Retry-After is obeyed up to a minute; a longer one ends the round, and the next round begins afresh.
package good

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"
)

const (
	round    = time.Hour
	tries    = 4
	tryLimit = 15 * time.Second
	pause    = 2 * time.Second
	maxPause = time.Minute
)

// Board shows assignments.
type Board interface {
	Show(assignments map[string]string)
}

// Sync reads from the operator.
type Sync struct {
	url    string
	client *http.Client
	board  Board
	log    *slog.Logger
}

// New returns a Sync from url to board.
func New(url string, board Board, log *slog.Logger) *Sync {
	return &Sync{url: url, client: &http.Client{Timeout: tryLimit}, board: board, log: log}
}

// Run works until ctx ends.
func (s *Sync) Run(ctx context.Context) error {
	tick := time.NewTicker(round)
	defer tick.Stop()
	for {
		if err := s.update(ctx); err != nil {
			s.log.Error("platforms not updated", "err", err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
}

type throttled struct{ wait time.Duration }

func (t *throttled) Error() string { return fmt.Sprintf("throttled for %s", t.wait) }

func (s *Sync) update(ctx context.Context) error {
	for try := 1; ; try++ {
		assignments, err := s.get(ctx)
		if err == nil {
			s.board.Show(assignments)
			return nil
		}
		var th *throttled
		if try == tries || !errors.As(err, &th) {
			return err
		}
		if th.wait > maxPause {
			return err
		}
		t := time.NewTimer(th.wait + rand.N(pause))
		select {
		case <-ctx.Done():
			t.Stop()
			return errors.Join(ctx.Err(), err)
		case <-t.C:
		}
	}
}

func (s *Sync) get(ctx context.Context) (map[string]string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url, nil)
	if err != nil {
		return nil, err
	}
	resp, err := s.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusOK:
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		return nil, &throttled{wait: retryAfter(resp.Header.Get("Retry-After"))}
	default:
		return nil, fmt.Errorf("operator answered %s", resp.Status)
	}
	assignments := map[string]string{}
	err = json.NewDecoder(io.LimitReader(resp.Body, 1<<20)).Decode(&assignments)
	return assignments, err
}

// retryAfter reads seconds or a date.
func retryAfter(v string) time.Duration {
	if secs, err := strconv.ParseUint(v, 10, 31); err == nil {
		return time.Duration(secs) * time.Second
	}
	if at, err := http.ParseTime(v); err == nil {
		return max(time.Until(at), 0)
	}
	return pause
}
