// Package quotes asks a quarry for the price of a granite slab while a customer waits.
package quotes

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"
)

const (
	pageBudget = 10 * time.Second
	askTimeout = 2500 * time.Millisecond
	maxAsks    = 3
)

var errBusy = errors.New("quarry is busy")

// Quote is the price of a slab.
type Quote struct {
	Slab  string `json:"slab"`
	Cents int64  `json:"cents"`
}

// Desk answers customers.
type Desk struct {
	quarry string
	hc     *http.Client
	log    *slog.Logger
}

// ServeHTTP answers with a quote or says that there is none today.
func (d *Desk) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), pageBudget)
	defer cancel()
	q, err := d.quote(ctx, r.PathValue("slab"))
	if err != nil {
		d.log.Warn("no quote", "slab", r.PathValue("slab"), "err", err)
		http.Error(w, "no quote available", http.StatusServiceUnavailable)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(q)
}

func (d *Desk) quote(ctx context.Context, slab string) (*Quote, error) {
	for n := 1; ; n++ {
		q, err := d.ask(ctx, slab)
		if err == nil {
			return q, nil
		}
		if n == maxAsks || ctx.Err() != nil || !errors.Is(err, errBusy) && !errors.Is(err, context.DeadlineExceeded) {
			return nil, fmt.Errorf("ask %d: %w", n, err)
		}
		select {
		case <-time.After(150*time.Millisecond + rand.N(350*time.Millisecond)):
		case <-ctx.Done():
			return nil, errors.Join(err, ctx.Err())
		}
	}
}

func (d *Desk) ask(ctx context.Context, slab string) (*Quote, error) {
	ctx, cancel := context.WithTimeout(ctx, askTimeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, d.quarry+"/quotes/"+url.PathEscape(slab), nil)
	if err != nil {
		return nil, err
	}
	resp, err := d.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusServiceUnavailable:
		return nil, errBusy
	case resp.StatusCode != http.StatusOK:
		return nil, fmt.Errorf("quarry answered %s", resp.Status)
	}
	var q Quote
	if err := json.NewDecoder(resp.Body).Decode(&q); err != nil {
		return nil, fmt.Errorf("decode quote: %w", err)
	}
	return &q, nil
}
