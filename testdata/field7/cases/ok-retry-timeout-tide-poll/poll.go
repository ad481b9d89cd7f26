// Package ok waits for new tide tables by long polling.
// The limit of a poll ends every quiet one at the latest after 25 seconds, and the loop polls again at
// once: that is no retry without a pause, for the server answers "nothing new" by itself after 20.
package ok

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

const (
	serverWait = 20 * time.Second
	pollLimit  = serverWait + 5*time.Second
	firstPause = time.Second
	mostPause  = 2 * time.Minute
)

// Table is the tide table of a port for one day.
type Table struct {
	Port  string      `json:"port"`
	Highs []time.Time `json:"highs"`
}

// Feed polls the hydrographic office.
type Feed struct {
	base   string
	client *http.Client // without a Timeout: each poll brings its own
	log    *slog.Logger
}

// Follow passes each new table to use until ctx ends.
func (f *Feed) Follow(ctx context.Context, use func(Table)) error {
	mark := ""
	for fails := 0; ; {
		tables, next, err := f.poll(ctx, mark)
		if err == nil {
			for _, t := range tables {
				use(t)
			}
			mark, fails = next, 0
			continue
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		pause := min(firstPause<<min(fails, 10), mostPause)
		fails++
		f.log.Warn("tide poll failed", "mark", mark, "pause", pause, "err", err)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause/2 + rand.N(pause)):
		}
	}
}

// poll returns no tables and the same mark when the office had nothing new within serverWait.
func (f *Feed) poll(ctx context.Context, mark string) ([]Table, string, error) {
	ctx, cancel := context.WithTimeout(ctx, pollLimit)
	defer cancel()
	q := url.Values{"mark": {mark}, "wait": {strconv.Itoa(int(serverWait / time.Second))}}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, f.base+"/tides?"+q.Encode(), nil)
	if err != nil {
		return nil, "", err
	}
	resp, err := f.client.Do(req)
	if err != nil {
		return nil, "", err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusNoContent:
		return nil, mark, nil
	case http.StatusOK:
	default:
		return nil, "", fmt.Errorf("tides: %s", resp.Status)
	}
	var page struct {
		Mark   string  `json:"mark"`
		Tables []Table `json:"tables"`
	}
	if err := json.NewDecoder(io.LimitReader(resp.Body, 2<<20)).Decode(&page); err != nil {
		return nil, "", fmt.Errorf("tides: %w", err)
	}
	return page.Tables, page.Mark, nil
}
