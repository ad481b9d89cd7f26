// Package ok waits until a baking oven's controller reports that it is hot.
// No Close stands in the loop, and the loop has no number of attempts. Both is right: every
// response goes to read, which drains and closes it on all paths, and the wait ends with a
// context that Start gives twenty minutes.
package ok

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"time"
)

const (
	heatingLimit = 20 * time.Minute
	askEvery     = 5 * time.Second
)

// State is what the controller says.
type State struct {
	Celsius int  `json:"celsius"`
	Hot     bool `json:"hot"`
}

// Oven is one controller.
type Oven struct {
	hc   *http.Client
	base string
	log  *slog.Logger
}

// NewOven returns a client of the controller at base.
func NewOven(base string, log *slog.Logger) *Oven {
	return &Oven{hc: &http.Client{Timeout: 3 * time.Second}, base: base, log: log}
}

// Start runs bake as soon as the oven is hot.
func (o *Oven) Start(ctx context.Context, bake func(context.Context) error) error {
	heating, cancel := context.WithTimeout(ctx, heatingLimit)
	defer cancel()
	if err := o.awaitHot(heating); err != nil {
		return fmt.Errorf("heating: %w", err)
	}
	return bake(ctx)
}

func (o *Oven) awaitHot(ctx context.Context) error {
	var last error
	for {
		resp, err := o.ask(ctx)
		if err != nil {
			last = err
			o.log.Info("oven not reached yet", "err", err)
		} else {
			st, err := read(resp)
			if err == nil && st.Hot {
				return nil
			}
			last = err
			o.log.Info("oven not hot yet", "celsius", st.Celsius, "err", err)
		}
		select {
		case <-ctx.Done():
			return errors.Join(ctx.Err(), last)
		case <-time.After(askEvery + rand.N(time.Second)):
		}
	}
}

func (o *Oven) ask(ctx context.Context) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, o.base+"/state", nil)
	if err != nil {
		return nil, err
	}
	return o.hc.Do(req)
}

// read returns the state in resp and closes it.
func read(resp *http.Response) (State, error) {
	defer func() {
		_, _ = io.CopyN(io.Discard, resp.Body, 4<<10)
		_ = resp.Body.Close()
	}()
	if resp.StatusCode != http.StatusOK {
		return State{}, fmt.Errorf("controller answered %s", resp.Status)
	}
	var st State
	if err := json.NewDecoder(resp.Body).Decode(&st); err != nil {
		return State{}, fmt.Errorf("decode state: %w", err)
	}
	return st, nil
}
