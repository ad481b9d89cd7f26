// Package good waits until the controller of a furnace answers before a firing starts. It gives up
// when the context ends, even in the pause between two looks.
package good

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"time"
)

type state struct {
	Ready   bool `json:"ready"`
	Celsius int  `json:"celsius"`
}

// Furnace is fired over HTTP.
type Furnace struct {
	hc    *http.Client // with a timeout for each request
	url   string
	every time.Duration
	log   *slog.Logger
}

// Fire waits for the controller and starts the program.
func (f *Furnace) Fire(ctx context.Context, program string) error {
	if err := f.awaitReady(ctx); err != nil {
		return fmt.Errorf("furnace %s: %w", f.url, err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, f.url+"/program/"+program, nil)
	if err != nil {
		return fmt.Errorf("build request: %w", err)
	}
	resp, err := f.hc.Do(req)
	if err != nil {
		return fmt.Errorf("start %s: %w", program, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusNoContent {
		return fmt.Errorf("start %s: %s", program, resp.Status)
	}
	return nil
}

func (f *Furnace) awaitReady(ctx context.Context) error {
	for {
		s, err := f.look(ctx)
		switch {
		case err != nil:
			f.log.InfoContext(ctx, "furnace does not answer yet", "err", err)
		case s.Ready:
			return nil
		default:
			f.log.InfoContext(ctx, "furnace is not ready", "celsius", s.Celsius)
		}
		if err := pause(ctx, f.every); err != nil {
			return err
		}
	}
}

func (f *Furnace) look(ctx context.Context) (state, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, f.url+"/state", nil)
	if err != nil {
		return state{}, err
	}
	resp, err := f.hc.Do(req)
	if err != nil {
		return state{}, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return state{}, fmt.Errorf("state: %s", resp.Status)
	}
	var s state
	return s, json.NewDecoder(resp.Body).Decode(&s)
}

// pause returns an error when ctx ends before d is over.
func pause(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
