// Package bad orders printing plates at whichever of three presses answers. A press that took
// the order and answered too late is taken for a dead one, and the next press gets the same
// order: the plates are made twice.
package bad

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"
)

// Order is a set of plates.
type Order struct {
	Sheet  string `json:"sheet"`
	Plates int    `json:"plates"`
}

// Presses is a list of presses, the nearest first.
type Presses struct {
	hc    *http.Client
	hosts []string
}

// New returns presses that get twenty seconds each.
func New(hosts ...string) *Presses {
	return &Presses{hc: &http.Client{Timeout: 20 * time.Second}, hosts: hosts}
}

// Make places an order.
func (p *Presses) Make(ctx context.Context, o Order) error {
	raw, err := json.Marshal(o)
	if err != nil {
		return err
	}
	last := errors.New("no press")
	for _, host := range p.hosts { // OR retry-effect
		if err := ctx.Err(); err != nil {
			return err
		}
		if last = p.place(ctx, host, raw); last == nil { // EXPECT retry-effect
			return nil
		}
	}
	return fmt.Errorf("all presses failed, last: %w", last)
}

func (p *Presses) place(ctx context.Context, host string, raw []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, host+"/orders", bytes.NewReader(raw))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := p.hc.Do(req) // OR retry-effect
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusCreated {
		return fmt.Errorf("%s: %s", host, resp.Status)
	}
	return nil
}
