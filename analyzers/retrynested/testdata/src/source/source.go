// Package source reads with retries of its own.
package source

import (
	"context"
	"errors"
	"net/http"
	"time"
)

// HTTP tries five times.
type HTTP struct{ client *http.Client }

func NewHTTP() *HTTP { return &HTTP{client: &http.Client{Timeout: time.Second}} }

func (h *HTTP) Read(ctx context.Context) error {
	var err error
	for n := 0; n < 5; n++ {
		if err = h.get(ctx); err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func (h *HTTP) get(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://localhost", nil)
	if err != nil {
		return err
	}
	resp, err := h.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 500 {
		return errors.New(resp.Status)
	}
	return nil
}

// Plain tries once.
type Plain struct{ h *HTTP }

func (p *Plain) Read(ctx context.Context) error { return p.h.get(ctx) }
