// Package ok follows the tide warnings of a harbour office by long polling. No budget bounds the
// sum of the attempts, on purpose: the follower is there for as long as the process. A poll is
// bounded a little above the time for which the office holds it open.
package ok

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

const (
	hold      = 50 * time.Second // the office answers by then, with or without news
	pollLimit = hold + 10*time.Second
	breath    = time.Second // between polls that went well
	firstWait = time.Second
	mostWait  = 2 * time.Minute
)

// Warning is a tide warning.
type Warning struct {
	Seq  int64  `json:"seq"`
	Text string `json:"text"`
}

// Follower passes warnings on as they are given out.
type Follower struct {
	office string
	http   *http.Client
	show   func(Warning)
	log    *slog.Logger
}

// NewFollower returns a follower of the office at the given address.
func NewFollower(office string, show func(Warning), log *slog.Logger) *Follower {
	return &Follower{office: office, http: &http.Client{Timeout: pollLimit}, show: show, log: log}
}

// Run follows until ctx ends.
func (f *Follower) Run(ctx context.Context) error {
	var last int64
	wait := firstWait
	for {
		warnings, err := f.poll(ctx, last)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		next := breath
		if err != nil {
			next = wait/2 + rand.N(wait)
			wait = min(2*wait, mostWait)
			f.log.Warn("harbour office", "next", next, "err", err)
		} else {
			wait = firstWait
			for _, w := range warnings {
				f.show(w)
				last = max(last, w.Seq)
			}
		}
		timer := time.NewTimer(next)
		select {
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		case <-timer.C:
		}
	}
}

// poll returns the warnings after seq, if there are any before the office stops holding it.
func (f *Follower) poll(ctx context.Context, seq int64) ([]Warning, error) {
	q := url.Values{"after": {strconv.FormatInt(seq, 10)}, "hold": {hold.String()}}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, f.office+"/warnings?"+q.Encode(), nil)
	if err != nil {
		return nil, err
	}
	resp, err := f.http.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("office answered %s", resp.Status)
	}
	var warnings []Warning
	if err := json.NewDecoder(resp.Body).Decode(&warnings); err != nil {
		return nil, fmt.Errorf("decode warnings: %w", err)
	}
	return warnings, nil
}
