// Package good orders printing plates at whichever of three presses answers. Another press is
// asked only when the connection to the first was never made, or it refused with 503.
package good

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
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

var errBusy = errors.New("press is busy")

// Make places an order.
func (p *Presses) Make(ctx context.Context, o Order) error {
	raw, err := json.Marshal(o)
	if err != nil {
		return err
	}
	last := errors.New("no press")
	for _, host := range p.hosts {
		if err := ctx.Err(); err != nil {
			return err
		}
		if last = p.place(ctx, host, raw); last == nil {
			return nil
		}
		var op *net.OpError
		if !errors.Is(last, errBusy) && !(errors.As(last, &op) && op.Op == "dial") {
			return last
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
	resp, err := p.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusServiceUnavailable {
		return errBusy
	}
	if resp.StatusCode != http.StatusCreated {
		return fmt.Errorf("%s: %s", host, resp.Status)
	}
	return nil
}
