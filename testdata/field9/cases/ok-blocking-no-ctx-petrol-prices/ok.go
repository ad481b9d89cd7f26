// Package ok asks filling stations for their prices. Requests are made by http.NewRequest and
// kept as templates, which have no context; each one that is sent is a clone under the context
// of the caller.
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

	"golang.org/x/sync/errgroup"
)

// Price is the price of a litre.
type Price struct {
	Fuel  string  `json:"fuel"`
	Litre float64 `json:"litre"`
}

// Stations holds a template for each filling station.
type Stations struct {
	hc        *http.Client
	templates map[string]*http.Request
	log       *slog.Logger
}

// NewStations prepares the requests to stations, given as name and URL.
func NewStations(stations map[string]string, token string, log *slog.Logger) (*Stations, error) {
	s := &Stations{hc: &http.Client{Timeout: 5 * time.Second}, templates: make(map[string]*http.Request), log: log}
	for name, target := range stations {
		req, err := http.NewRequest(http.MethodGet, target, nil)
		if err != nil {
			return nil, fmt.Errorf("station %s: %w", name, err)
		}
		req.Header.Set("Authorization", "Bearer "+token)
		req.Header.Set("Accept", "application/json")
		s.templates[name] = req
	}
	return s, nil
}

// Prices asks one station.
func (s *Stations) Prices(ctx context.Context, station string) ([]Price, error) {
	template, ok := s.templates[station]
	if !ok {
		return nil, fmt.Errorf("unknown station %q", station)
	}
	resp, err := s.hc.Do(template.Clone(ctx))
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, errors.New(resp.Status)
	}
	var prices []Price
	err = json.NewDecoder(io.LimitReader(resp.Body, 64<<10)).Decode(&prices)
	return prices, err
}

// ServeHTTP compares two stations.
func (s *Stations) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var both [2][]Price
	group, ctx := errgroup.WithContext(r.Context())
	for i, station := range []string{r.PathValue("a"), r.PathValue("b")} {
		group.Go(func() (err error) {
			both[i], err = s.Prices(ctx, station)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		s.log.Warn("prices", "err", err)
		http.Error(w, "prices not available", http.StatusBadGateway)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(both)
}
