// Package bad serves comet orbits and asks the computing centre only once for all visitors who want
// the same. Do makes every visitor wait for the first one's call whatever his own context
// says, and when the first one leaves, his context ends the call for all.
package bad

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"golang.org/x/sync/singleflight"
)

const callLimit = 20 * time.Second

// Orbit is the path of a comet.
type Orbit struct {
	Comet        string  `json:"comet"`
	Eccentricity float64 `json:"eccentricity"`
	Perihelion   float64 `json:"perihelion"`
}

// Centre is a client of the computing centre.
type Centre struct {
	base   string
	hc     *http.Client
	shared singleflight.Group
}

// NewCentre returns a client of the centre at base.
func NewCentre(base string) *Centre {
	return &Centre{base: base, hc: &http.Client{Timeout: callLimit}}
}

// Orbit returns the orbit of a comet.
func (c *Centre) Orbit(ctx context.Context, comet string) (Orbit, error) {
	v, err, _ := c.shared.Do(comet, func() (any, error) { // EXPECT ignored-done
		return c.compute(ctx, comet) // OR ignored-done
	})
	if err != nil {
		return Orbit{}, fmt.Errorf("orbit of %s: %w", comet, err)
	}
	return v.(Orbit), nil
}

func (c *Centre) compute(ctx context.Context, comet string) (Orbit, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+"/orbits/"+url.PathEscape(comet), nil)
	if err != nil {
		return Orbit{}, err
	}
	resp, err := c.hc.Do(req)
	if err != nil {
		return Orbit{}, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return Orbit{}, fmt.Errorf("centre answered %s", resp.Status)
	}
	var o Orbit
	err = json.NewDecoder(io.LimitReader(resp.Body, 64<<10)).Decode(&o)
	return o, err
}

// Atlas shows orbits.
type Atlas struct {
	centre *Centre
	log    *slog.Logger
}

// ServeHTTP answers with one orbit.
func (a *Atlas) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	o, err := a.centre.Orbit(r.Context(), r.PathValue("comet"))
	if err != nil {
		a.log.ErrorContext(r.Context(), "orbit", "err", err)
		http.Error(w, "no orbit", http.StatusBadGateway)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(o)
}
