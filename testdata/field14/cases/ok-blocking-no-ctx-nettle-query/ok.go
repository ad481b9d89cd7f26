// Package ok searches a herb catalogue under a rate limit. The methods of search take no context, yet
// none is missing: a search lives for one request only and carries the context of that
// request, which bounds its wait and its calls.
package ok

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"github.com/go-chi/chi/v5"
	"golang.org/x/time/rate"
)

const searchLimit = 10 * time.Second

// Herb is a hit.
type Herb struct {
	Latin string `json:"latin"`
	Part  string `json:"part"`
}

// Catalogue is a client of the catalogue.
type Catalogue struct {
	base string
	hc   *http.Client
	pace *rate.Limiter
	log  *slog.Logger
}

// NewCatalogue returns a client that sends five requests a second at most.
func NewCatalogue(base string, log *slog.Logger) *Catalogue {
	return &Catalogue{base: base, hc: &http.Client{Timeout: searchLimit}, pace: rate.NewLimiter(5, 5), log: log}
}

// Routes mounts the search.
func (c *Catalogue) Routes() http.Handler {
	r := chi.NewRouter()
	r.Get("/herbs", c.find)
	return r
}

func (c *Catalogue) find(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), searchLimit)
	defer cancel()
	s := &search{Catalogue: c, ctx: ctx}
	herbs, err := s.all(r.URL.Query()["name"])
	if err != nil {
		c.log.WarnContext(ctx, "search", "err", err)
		http.Error(w, "search failed", http.StatusBadGateway)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(herbs)
}

// search is the work for one request.
type search struct {
	*Catalogue
	ctx context.Context
}

func (s *search) all(names []string) ([]Herb, error) {
	var all []Herb
	for _, name := range names {
		herbs, err := s.one(name)
		if err != nil {
			return nil, fmt.Errorf("herb %s: %w", name, err)
		}
		all = append(all, herbs...)
	}
	return all, nil
}

func (s *search) one(name string) ([]Herb, error) {
	if err := s.pace.Wait(s.ctx); err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(s.ctx, http.MethodGet, s.base+"/search?q="+url.QueryEscape(name), nil)
	if err != nil {
		return nil, err
	}
	resp, err := s.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("catalogue answered %s", resp.Status)
	}
	var herbs []Herb
	err = json.NewDecoder(io.LimitReader(resp.Body, 1<<20)).Decode(&herbs)
	return herbs, err
}
