// Package ok asks one depot after the other for walnuts. The loop makes a new timeout in each pass
// from a context that has one already, and a depot's own timeout is no reason to stop;
// both are right, since the passes go to different depots and fit into the whole.
package ok

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"time"
)

const perDepot = 2 * time.Second

// ErrNone is returned when no depot has any.
var ErrNone = errors.New("no walnuts")

// Stock is what a depot has.
type Stock struct {
	Depot string `json:"depot"`
	Sacks int    `json:"sacks"`
}

// Trade knows the depots, nearest first.
type Trade struct {
	depots []string
	hc     *http.Client
	log    *slog.Logger
}

// NewTrade returns a trade with the given depots.
func NewTrade(depots []string, log *slog.Logger) *Trade {
	return &Trade{depots: depots, hc: &http.Client{Timeout: perDepot}, log: log}
}

// Nearest returns the first depot that has walnuts.
func (t *Trade) Nearest(ctx context.Context) (Stock, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Duration(len(t.depots))*perDepot)
	defer cancel()
	missed := []error{ErrNone}
	for _, depot := range t.depots {
		s, err := t.ask(ctx, depot)
		if err == nil && s.Sacks > 0 {
			return s, nil
		}
		if ctx.Err() != nil {
			return Stock{}, errors.Join(ctx.Err(), err)
		}
		if err != nil {
			t.log.WarnContext(ctx, "depot left out", "depot", depot, "err", err)
			missed = append(missed, fmt.Errorf("%s: %w", depot, err))
		}
	}
	return Stock{}, errors.Join(missed...)
}

func (t *Trade) ask(ctx context.Context, depot string) (Stock, error) {
	ctx, cancel := context.WithTimeout(ctx, perDepot)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, depot+"/walnuts", nil)
	if err != nil {
		return Stock{}, err
	}
	resp, err := t.hc.Do(req)
	if err != nil {
		return Stock{}, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return Stock{}, errors.New(resp.Status)
	}
	var s Stock
	err = json.NewDecoder(io.LimitReader(resp.Body, 4<<10)).Decode(&s)
	return s, err
}
