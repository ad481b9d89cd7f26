// Package ok shows the week's dishes of a canteen, fetched from its kitchen.
// Five limits lie around one request, which looks as though some must cut off others too early;
// but each is larger than what lies inside it: attempts, handler, timeout page, server.
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
	"net/url"
	"time"
)

const (
	attempts       = 3
	attemptTimeout = 2 * time.Second
	longestPause   = 600 * time.Millisecond
	// weekTimeout holds three attempts and the two pauses between them, with a second to spare.
	weekTimeout = attempts*attemptTimeout + (attempts-1)*longestPause + time.Second
	pageTimeout = weekTimeout + 2*time.Second
	sendTimeout = pageTimeout + 5*time.Second
)

// Dish is one line of the menu.
type Dish struct {
	Day  string `json:"day"`
	Name string `json:"name"`
}

var errKitchen = errors.New("kitchen not available")

// Page serves the menu.
type Page struct {
	kitchen string
	client  *http.Client
	log     *slog.Logger
}

// NewServer returns the canteen's web server.
func NewServer(addr, kitchen string, log *slog.Logger) *http.Server {
	p := &Page{kitchen: kitchen, client: &http.Client{Timeout: attemptTimeout}, log: log}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /weeks/{week}", p.week)
	return &http.Server{
		Addr:              addr,
		Handler:           http.TimeoutHandler(mux, pageTimeout, "the kitchen is slow today"),
		ReadHeaderTimeout: 2 * time.Second,
		ReadTimeout:       4 * time.Second,
		WriteTimeout:      sendTimeout,
		IdleTimeout:       time.Minute,
	}
}

func (p *Page) week(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), weekTimeout)
	defer cancel()
	dishes, err := p.dishes(ctx, r.PathValue("week"))
	if err != nil {
		p.log.ErrorContext(ctx, "no menu", "week", r.PathValue("week"), "err", err)
		http.Error(w, "no menu today", http.StatusServiceUnavailable)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(dishes)
}

func (p *Page) dishes(ctx context.Context, week string) ([]Dish, error) {
	for n := 1; ; n++ {
		dishes, err := p.fetch(ctx, week)
		if err == nil || n == attempts || ctx.Err() != nil || !errors.Is(err, errKitchen) {
			return dishes, err
		}
		select {
		case <-ctx.Done():
			return nil, errors.Join(ctx.Err(), err)
		case <-time.After(longestPause/2 + rand.N(longestPause/2)):
		}
	}
}

func (p *Page) fetch(ctx context.Context, week string) ([]Dish, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.kitchen+"/menus/"+url.PathEscape(week), nil)
	if err != nil {
		return nil, err
	}
	resp, err := p.client.Do(req)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errKitchen, err)
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode >= 500:
		return nil, fmt.Errorf("%w: %s", errKitchen, resp.Status)
	case resp.StatusCode != http.StatusOK:
		return nil, fmt.Errorf("kitchen answered %s", resp.Status)
	}
	var dishes []Dish
	err = json.NewDecoder(io.LimitReader(resp.Body, 1<<18)).Decode(&dishes)
	return dishes, err
}
