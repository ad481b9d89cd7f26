// Package ok converts amounts between currencies. The rates are fetched in the background once
// an hour; requests only look at the last ones.
package ok

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"strconv"
	"sync/atomic"
	"time"
)

// Rates is a table of exchange rates that keeps itself up to date.
type Rates struct {
	url    string
	client *http.Client
	latest atomic.Pointer[map[string]float64]
	done   chan struct{}
	log    *slog.Logger
}

// Start fetches the rates at url and goes on doing so until Close.
func Start(url string, log *slog.Logger) (*Rates, error) {
	r := &Rates{
		url:    url,
		client: &http.Client{Timeout: 20 * time.Second},
		done:   make(chan struct{}),
		log:    log,
	}
	if err := r.fetch(); err != nil {
		return nil, err
	}
	go r.keep()
	return r, nil
}

// Close ends the updates.
func (r *Rates) Close() { close(r.done) }

func (r *Rates) keep() {
	for {
		select {
		case <-r.done:
			return
		case <-time.After(time.Hour + rand.N(5*time.Minute)):
		}
		if err := r.fetch(); err != nil {
			r.log.Warn("rates are getting old", "err", err)
		}
	}
}

func (r *Rates) fetch() error {
	resp, err := r.client.Get(r.url)
	if err != nil {
		return fmt.Errorf("rates: %w", err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("rates: %s", resp.Status)
	}
	rates := make(map[string]float64)
	if err := json.NewDecoder(resp.Body).Decode(&rates); err != nil {
		return fmt.Errorf("rates: %w", err)
	}
	r.latest.Store(&rates)
	return nil
}

// ServeHTTP converts the euros in the query to another currency.
func (r *Rates) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	euros, err := strconv.ParseFloat(req.URL.Query().Get("euros"), 64)
	if err != nil {
		http.Error(w, "euros: "+err.Error(), http.StatusBadRequest)
		return
	}
	rate, ok := (*r.latest.Load())[req.URL.Query().Get("to")]
	if !ok {
		http.Error(w, "unknown currency", http.StatusNotFound)
		return
	}
	fmt.Fprintf(w, "%.2f\n", euros*rate)
}
