// Package ok leases garden plots over an HTTP API.
// It is right although a creating POST is repeated after lost answers: the lease has its ID before
// the first attempt, and the API refuses a second lease with a known ID. A 409 is compared with
// what is stored, and if that is this lease, an earlier attempt has made it.
package ok

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/avast/retry-go/v4"
	"github.com/google/uuid"
)

// Lease is the right to use a plot.
type Lease struct {
	ID     string `json:"id"` // drawn by NewLease; the API stores each ID once
	Plot   int    `json:"plot"`
	Tenant string `json:"tenant"`
}

// NewLease returns a lease that is not stored yet.
func NewLease(plot int, tenant string) Lease {
	return Lease{ID: uuid.NewString(), Plot: plot, Tenant: tenant}
}

// Office is a client of the API.
type Office struct {
	hc     *http.Client
	base   string
	budget time.Duration
}

// NewOffice expects hc to have a per-request timeout.
func NewOffice(hc *http.Client, base string) *Office {
	return &Office{hc: hc, base: base, budget: 30 * time.Second}
}

// Sign stores a lease.
func (o *Office) Sign(ctx context.Context, l Lease) error {
	ctx, cancel := context.WithTimeout(ctx, o.budget)
	defer cancel()
	raw, err := json.Marshal(l)
	if err != nil {
		return fmt.Errorf("encode lease: %w", err)
	}
	err = retry.Do(
		func() error { return o.create(ctx, l, raw) },
		retry.Context(ctx),
		retry.Attempts(4),
		retry.Delay(250*time.Millisecond),
		retry.MaxJitter(250*time.Millisecond),
		retry.LastErrorOnly(true),
	)
	if err != nil {
		return fmt.Errorf("lease plot %d to %s: %w", l.Plot, l.Tenant, err)
	}
	return nil
}

func (o *Office) create(ctx context.Context, l Lease, raw []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, o.base+"/leases", bytes.NewReader(raw))
	if err != nil {
		return retry.Unrecoverable(err)
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := o.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusCreated:
		return nil
	case resp.StatusCode == http.StatusConflict:
		return o.compare(ctx, l)
	case resp.StatusCode >= 500:
		return fmt.Errorf("office answered %s", resp.Status)
	}
	return retry.Unrecoverable(fmt.Errorf("office refused: %s", resp.Status))
}

// compare returns nil if the stored lease with the ID of l is l itself.
func (o *Office) compare(ctx context.Context, l Lease) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, o.base+"/leases/"+url.PathEscape(l.ID), nil)
	if err != nil {
		return retry.Unrecoverable(err)
	}
	resp, err := o.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 500 {
		return fmt.Errorf("office answered %s", resp.Status)
	}
	if resp.StatusCode != http.StatusOK {
		return retry.Unrecoverable(fmt.Errorf("plot %d is taken", l.Plot))
	}
	var stored Lease
	if err := json.NewDecoder(resp.Body).Decode(&stored); err != nil {
		return fmt.Errorf("decode lease: %w", err)
	}
	if stored != l {
		return retry.Unrecoverable(fmt.Errorf("lease %s belongs to somebody else", l.ID))
	}
	return nil
}
