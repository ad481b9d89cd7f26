// Package ok reads a museum's loan register, which wants a badge that expires.
// It is right although a method calls itself after a failure, at once and without a pause: the call
// passes false for "may renew", so it happens once, and what failed was the badge, not the register.
package ok

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"sync"
	"time"
)

const callTimeout = 8 * time.Second

var errBadge = errors.New("badge not accepted")

// Desk issues badges.
type Desk interface {
	Badge(ctx context.Context) (string, error)
}

// Loan is an object on loan.
type Loan struct {
	Object string    `json:"object"`
	Until  time.Time `json:"until"`
}

// Register is a client of the loan register.
type Register struct {
	base   string
	desk   Desk
	client *http.Client

	mu    sync.Mutex
	badge string
}

// NewRegister returns a client that gets its badges from desk.
func NewRegister(base string, desk Desk, client *http.Client) *Register {
	return &Register{base: base, desk: desk, client: client}
}

// Loans returns what a museum has on loan.
func (r *Register) Loans(ctx context.Context, museum string) ([]Loan, error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	var loans []Loan
	if err := r.get(ctx, "/loans?museum="+url.QueryEscape(museum), &loans, true); err != nil {
		return nil, fmt.Errorf("loans of %s: %w", museum, err)
	}
	return loans, nil
}

func (r *Register) get(ctx context.Context, path string, into any, mayRenew bool) error {
	err := r.request(ctx, path, into)
	if !errors.Is(err, errBadge) || !mayRenew {
		return err
	}
	badge, err := r.desk.Badge(ctx)
	if err != nil {
		return fmt.Errorf("renew badge: %w", err)
	}
	r.mu.Lock()
	r.badge = badge
	r.mu.Unlock()
	return r.get(ctx, path, into, false)
}

func (r *Register) request(ctx context.Context, path string, into any) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, r.base+path, nil)
	if err != nil {
		return err
	}
	r.mu.Lock()
	req.Header.Set("X-Badge", r.badge)
	r.mu.Unlock()
	resp, err := r.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusOK:
		return json.NewDecoder(resp.Body).Decode(into)
	case http.StatusUnauthorized, http.StatusForbidden:
		return errBadge
	}
	return fmt.Errorf("register answered %s", resp.Status)
}
