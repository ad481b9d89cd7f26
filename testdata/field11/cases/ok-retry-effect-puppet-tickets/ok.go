// Package ok reserves seats of a puppet theatre through a ticket office that has no request ids.
// It is right although the POST stands in a loop: another round follows only a 429, with which the
// office's limiter sends a request away before anybody has looked at it. Whatever else goes wrong,
// a lost answer above all, ends the loop.
package ok

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"
)

const (
	maxLimited  = 3
	longestWait = 15 * time.Second
)

// Wish is what a visitor would like to have.
type Wish struct {
	Show string `json:"show"`
	Name string `json:"name"`
	Seat int    `json:"seats"`
}

// Reservation is what the office has set aside.
type Reservation struct {
	Code  string   `json:"code"`
	Seats []string `json:"seats"`
}

// Box is a client of the ticket office.
type Box struct {
	hc     *http.Client
	base   string
	budget time.Duration
}

// NewBox expects hc to have a per-request timeout.
func NewBox(hc *http.Client, base string) *Box {
	return &Box{hc: hc, base: base, budget: 90 * time.Second}
}

// Reserve sets seats aside.
func (b *Box) Reserve(ctx context.Context, w Wish) (*Reservation, error) {
	ctx, cancel := context.WithTimeout(ctx, b.budget)
	defer cancel()
	raw, err := json.Marshal(w)
	if err != nil {
		return nil, fmt.Errorf("encode wish: %w", err)
	}
	for limited := 0; ; limited++ {
		resp, err := b.post(ctx, raw)
		if err != nil {
			return nil, fmt.Errorf("reserve for %s: %w", w.Name, err)
		}
		if resp.StatusCode != http.StatusTooManyRequests || limited == maxLimited {
			return read(resp)
		}
		wait := retryAfter(resp)
		_, _ = io.CopyN(io.Discard, resp.Body, 4<<10)
		_ = resp.Body.Close()
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return nil, errors.Join(errors.New("office limits the rate"), ctx.Err())
		}
	}
}

func (b *Box) post(ctx context.Context, raw []byte) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, b.base+"/reservations", bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	return b.hc.Do(req)
}

func read(resp *http.Response) (*Reservation, error) {
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusCreated {
		return nil, fmt.Errorf("reserve: office answered %s", resp.Status)
	}
	var r Reservation
	if err := json.NewDecoder(resp.Body).Decode(&r); err != nil {
		return nil, fmt.Errorf("decode reservation: %w", err)
	}
	return &r, nil
}

// retryAfter reads the whole seconds that the limiter asks for, one if it names none.
func retryAfter(resp *http.Response) time.Duration {
	s, err := strconv.Atoi(resp.Header.Get("Retry-After"))
	if err != nil || s < 1 {
		s = 1
	}
	return min(time.Duration(s)*time.Second, longestWait) + rand.N(400*time.Millisecond)
}
