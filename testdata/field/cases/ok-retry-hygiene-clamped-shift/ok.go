// Package ok delivers webhooks that subscribers may refuse for days.
// It is right although the delay is shifted by a count that only grows: the count is clamped before the shift, in
// a helper, and the product of the largest shift stays far below what a Duration holds.
package ok

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"
)

const (
	unit     = 10 * time.Second
	maxShift = 12 // about eleven hours
	giveUp   = 200
)

// Hook is one delivery; its id lets a subscriber drop repetitions.
type Hook struct {
	ID       string
	URL      string
	Body     []byte
	Failures int
	Due      time.Time
}

// Queue keeps hooks.
type Queue interface {
	// Next returns a hook that is due, or waits for one.
	Next(ctx context.Context) (Hook, error)
	Done(ctx context.Context, id string) error
	Postpone(ctx context.Context, h Hook) error
}

// Deliverer empties a queue.
type Deliverer struct {
	queue  Queue
	client *http.Client
	log    *slog.Logger
}

// New returns a Deliverer.
func New(q Queue, log *slog.Logger) *Deliverer {
	return &Deliverer{queue: q, client: &http.Client{Timeout: 10 * time.Second}, log: log}
}

// Run delivers until ctx ends or the queue fails.
func (d *Deliverer) Run(ctx context.Context) error {
	for {
		h, err := d.queue.Next(ctx)
		if err != nil {
			return err
		}
		err = d.post(ctx, h)
		switch {
		case err == nil, h.Failures == giveUp:
			err = d.queue.Done(ctx, h.ID)
		default:
			h.Due = time.Now().Add(delay(h.Failures))
			h.Failures++
			d.log.Warn("hook postponed", "id", h.ID, "until", h.Due, "err", err)
			err = d.queue.Postpone(ctx, h)
		}
		if err != nil {
			return fmt.Errorf("hook %s: %w", h.ID, err)
		}
	}
}

func delay(failures int) time.Duration {
	d := unit << clamp(failures)
	return d + rand.N(d/5)
}

func clamp(n int) uint {
	return uint(min(max(n, 0), maxShift))
}

func (d *Deliverer) post(ctx context.Context, h Hook) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, h.URL, bytes.NewReader(h.Body))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", h.ID)
	req.Header.Set("X-Hook-Attempt", strconv.Itoa(h.Failures+1))
	resp, err := d.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return fmt.Errorf("subscriber answered %s", resp.Status)
	}
	return nil
}
