// Package bad serves a weather page to the public. The server has no limit on how long a client may take
// to send its headers: some hundred clients that send a byte a minute, and nobody else gets in.
package bad

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"sync/atomic"
	"time"
)

// Weather is what the station measures.
type Weather struct {
	Celsius float64   `json:"celsius"`
	Wind    float64   `json:"wind"`
	At      time.Time `json:"at"`
}

// Station shows the weather.
type Station struct {
	addr string
	now  atomic.Pointer[Weather]
}

// NewStation returns a station that will serve on addr.
func NewStation(addr string) *Station {
	s := &Station{addr: addr}
	s.now.Store(&Weather{})
	return s
}

// Measured replaces what is shown.
func (s *Station) Measured(w Weather) { s.now.Store(&w) }

func (s *Station) page(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(s.now.Load())
}

// Serve serves until ctx ends.
func (s *Station) Serve(ctx context.Context) error {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /weather", s.page)
	srv := &http.Server{Addr: s.addr, Handler: mux} // EXPECT blocking-no-ctx
	failed := make(chan error, 1)
	go func() { failed <- srv.ListenAndServe() }() // OR blocking-no-ctx
	select {
	case err := <-failed:
		return fmt.Errorf("serve on %s: %w", s.addr, err)
	case <-ctx.Done():
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	if err := srv.Shutdown(last); err != nil {
		return errors.Join(err, srv.Close())
	}
	return nil
}
