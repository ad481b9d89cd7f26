// Package ok shows parking spaces of a city.
package ok

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
	sensorCall   = 2 * time.Second // one question to the sensor hub
	sensorTries  = 3
	sensorPause  = 200 * time.Millisecond // and up to as much again
	lookup       = 8 * time.Second
	handlerLimit = 10 * time.Second
	writeLimit   = 15 * time.Second
)

var errRefused = errors.New("hub refuses to answer")

// Garage is a building with free spaces.
type Garage struct {
	Name string `json:"name"`
	Free int    `json:"free"`
}

// City answers requests for garages.
type City struct {
	hub string
	hc  *http.Client
	log *slog.Logger
}

// New asks the sensor hub at hub.
func New(hub string, log *slog.Logger) *City {
	return &City{hub: hub, hc: &http.Client{Timeout: sensorCall}, log: log}
}

// Server returns the server of the service.
func (c *City) Server(addr string) *http.Server {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /garages/{name}", c.show)
	return &http.Server{
		Addr:              addr,
		Handler:           http.TimeoutHandler(mux, handlerLimit, "too slow"),
		ReadHeaderTimeout: 3 * time.Second,
		WriteTimeout:      writeLimit,
		IdleTimeout:       time.Minute,
	}
}

func (c *City) show(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), lookup)
	defer cancel()
	g, err := c.garage(ctx, r.PathValue("name"))
	if err != nil {
		c.log.Warn("garage not read", "name", r.PathValue("name"), "err", err)
		http.Error(w, "sensors do not answer", http.StatusBadGateway)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(g); err != nil {
		c.log.Debug("answer not sent", "err", err)
	}
}

func (c *City) garage(ctx context.Context, name string) (Garage, error) {
	for n := 1; ; n++ {
		g, err := c.ask(ctx, name)
		if err == nil || n == sensorTries || ctx.Err() != nil || errors.Is(err, errRefused) {
			return g, err
		}
		select {
		case <-time.After(sensorPause + rand.N(sensorPause)):
		case <-ctx.Done():
			return Garage{}, errors.Join(err, ctx.Err())
		}
	}
}

func (c *City) ask(ctx context.Context, name string) (Garage, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.hub+"/garages/"+url.PathEscape(name), nil)
	if err != nil {
		return Garage{}, err
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return Garage{}, err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode >= 500:
		return Garage{}, fmt.Errorf("hub: %s", resp.Status)
	case resp.StatusCode != http.StatusOK:
		return Garage{}, fmt.Errorf("%w: %s", errRefused, resp.Status)
	}
	var g Garage
	err = json.NewDecoder(resp.Body).Decode(&g)
	return g, err
}
