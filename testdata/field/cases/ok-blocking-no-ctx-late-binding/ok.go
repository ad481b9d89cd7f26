// Package ok looks up plates of old cars. Requests are prepared without a context when the client is made
// and again for each page; they are bound to the caller's where they are sent, in the one place that
// sends.
package ok

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// Plate is one number plate.
type Plate struct {
	Number string `json:"number"`
	Car    string `json:"car"`
}

// Registry answers questions about plates.
type Registry struct {
	list *http.Request
	hc   *http.Client
}

// New returns a client of the registry at base.
func New(base, key string) (*Registry, error) {
	list, err := http.NewRequest(http.MethodGet, base+"/plates", nil)
	if err != nil {
		return nil, fmt.Errorf("registry at %s: %w", base, err)
	}
	list.Header.Set("X-Key", key)
	list.Header.Set("Accept", "application/json")
	return &Registry{list: list, hc: &http.Client{Timeout: 10 * time.Second}}, nil
}

func (r *Registry) one(number string) (*http.Request, error) {
	req, err := http.NewRequest(http.MethodGet, r.list.URL.JoinPath(url.PathEscape(number)).String(), nil)
	if err != nil {
		return nil, err
	}
	req.Header = r.list.Header.Clone()
	return req, nil
}

func (r *Registry) send(ctx context.Context, req *http.Request, into any) error {
	resp, err := r.hc.Do(req.WithContext(ctx))
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("status %d", resp.StatusCode)
	}
	return json.NewDecoder(resp.Body).Decode(into)
}

// Find returns the plate with a number.
func (r *Registry) Find(ctx context.Context, number string) (*Plate, error) {
	req, err := r.one(number)
	if err != nil {
		return nil, fmt.Errorf("plate %s: %w", number, err)
	}
	var p Plate
	if err := r.send(ctx, req, &p); err != nil {
		return nil, fmt.Errorf("plate %s: %w", number, err)
	}
	return &p, nil
}

// Page lists plates.
func (r *Registry) Page(ctx context.Context, n int) ([]Plate, error) {
	req := r.list.Clone(ctx)
	q := req.URL.Query()
	q.Set("page", strconv.Itoa(n))
	req.URL.RawQuery = q.Encode()
	var list []Plate
	if err := r.send(ctx, req, &list); err != nil {
		return nil, fmt.Errorf("page %d: %w", n, err)
	}
	return list, nil
}

// ServeHTTP shows a plate.
func (r *Registry) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	p, err := r.Find(req.Context(), req.PathValue("number"))
	if err != nil {
		http.Error(w, "plate unavailable", http.StatusBadGateway)
		return
	}
	fmt.Fprintf(w, "%s: %s\n", p.Number, p.Car)
}
