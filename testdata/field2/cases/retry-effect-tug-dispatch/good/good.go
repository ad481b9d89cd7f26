// Package good calls tugs to ships. A call gets twelve seconds and is not made again once it
// may have arrived.
package good

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

// Call asks for a tug.
type Call struct {
	Ship  string `json:"ship"`
	Berth int    `json:"berth"`
}

// Yard is the tugs' office.
type Yard struct {
	hc  *http.Client
	url string
}

// NewYard returns an office.
func NewYard(url string) *Yard { return &Yard{hc: &http.Client{Timeout: 12 * time.Second}, url: url} }

// Dispatch calls a tug.
func (y *Yard) Dispatch(ctx context.Context, c Call) error {
	raw, err := json.Marshal(c)
	if err != nil {
		return err
	}
	if err := y.call(ctx, raw); err != nil {
		return fmt.Errorf("dispatch to %s: %w", c.Ship, err)
	}
	return nil
}

func (y *Yard) call(ctx context.Context, raw []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, y.url, bytes.NewReader(raw))
	if err != nil {
		return err
	}
	resp, err := y.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusAccepted {
		return fmt.Errorf("yard: %s", resp.Status)
	}
	return nil
}
