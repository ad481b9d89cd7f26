// Package bad serves quotes for carriage hire. The page has six seconds by its
// TimeoutHandler, and a single call to a coach house is given eight: when the first house
// hangs, the page is over before the second, which is there for that, is asked.
package bad

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"time"
)

const pageLimit = 6 * time.Second // OR retry-timeout

// Quote is the price of a day.
type Quote struct {
	House string `json:"house"`
	Pence int    `json:"pence"`
}

// Desk asks the coach houses in order of preference.
type Desk struct {
	hc     *http.Client
	houses []string
	limit  time.Duration // of one call
	log    *slog.Logger
}

// NewDesk returns a desk that asks two houses.
func NewDesk(first, second string, log *slog.Logger) *Desk {
	return &Desk{hc: &http.Client{}, houses: []string{first, second}, limit: 8 * time.Second, log: log} // EXPECT retry-timeout
}

// Handler serves GET /quotes/{day}.
func (d *Desk) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /quotes/{day}", d.page)
	return http.TimeoutHandler(mux, pageLimit, "no quote in time") // OR retry-timeout
}

func (d *Desk) page(w http.ResponseWriter, r *http.Request) {
	q, err := d.quote(r.Context(), r.PathValue("day"))
	if err != nil {
		d.log.Error("no quote", "err", err)
		http.Error(w, "no coach house answers", http.StatusBadGateway)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(q)
}

func (d *Desk) quote(ctx context.Context, day string) (*Quote, error) {
	var failed []error
	for _, house := range d.houses { // OR retry-timeout
		q, err := d.ask(ctx, house, day)
		if err == nil {
			return q, nil
		}
		if ctx.Err() != nil {
			return nil, errors.Join(append(failed, err)...)
		}
		failed = append(failed, err)
	}
	return nil, errors.Join(failed...)
}

func (d *Desk) ask(ctx context.Context, house, day string) (*Quote, error) {
	ctx, cancel := context.WithTimeout(ctx, d.limit) // OR retry-timeout
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, house+"/carriages?day="+url.QueryEscape(day), nil)
	if err != nil {
		return nil, err
	}
	resp, err := d.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s answered %s", house, resp.Status)
	}
	var q Quote
	if err := json.NewDecoder(resp.Body).Decode(&q); err != nil {
		return nil, fmt.Errorf("%s: decode: %w", house, err)
	}
	return &q, nil
}
