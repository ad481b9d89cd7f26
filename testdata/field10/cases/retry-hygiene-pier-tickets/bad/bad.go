// Package bad tells the kiosk at a pier whether a ticket is still valid.
// The pause stands at the end of each round, also of the last: after the fifth failure the visitor
// waits some four seconds more for nothing, and then gets the error.
package bad

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"
)

const (
	rounds     = 5
	firstPause = 250 * time.Millisecond
	budget     = 20 * time.Second
)

// Ticket is what the office knows of a ticket.
type Ticket struct {
	Code  string    `json:"code"`
	Until time.Time `json:"until"`
}

var errOffice = errors.New("ticket office not available")

// Office is a client of the ticket office.
type Office struct {
	base   string
	client *http.Client
	log    *slog.Logger
}

// NewOffice returns a client of the office at base.
func NewOffice(base string, log *slog.Logger) *Office {
	return &Office{base: base, client: &http.Client{Timeout: 2 * time.Second}, log: log}
}

// Ticket looks a ticket up.
func (o *Office) Ticket(ctx context.Context, code string) (*Ticket, error) {
	ctx, cancel := context.WithTimeout(ctx, budget)
	defer cancel()

	var last error
	for round := range rounds { // OR retry-hygiene
		t, err := o.get(ctx, code)
		if err == nil {
			return t, nil
		}
		if !errors.Is(err, errOffice) {
			return nil, fmt.Errorf("ticket %s: %w", code, err)
		}
		last = err
		d := firstPause << round
		d = d/2 + rand.N(d)
		o.log.Warn("ticket not looked up", "code", code, "round", round+1, "err", err)
		select { // OR retry-hygiene
		case <-ctx.Done():
			return nil, fmt.Errorf("ticket %s: %w", code, errors.Join(ctx.Err(), err))
		case <-time.After(d): // EXPECT retry-hygiene
		}
	}
	return nil, fmt.Errorf("ticket %s, %d rounds: %w", code, rounds, last)
}

func (o *Office) get(ctx context.Context, code string) (*Ticket, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, o.base+"/tickets/"+url.PathEscape(code), nil)
	if err != nil {
		return nil, err
	}
	resp, err := o.client.Do(req)
	if err != nil {
		if ctx.Err() != nil {
			return nil, err
		}
		return nil, fmt.Errorf("%w: %w", errOffice, err)
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode >= 500, resp.StatusCode == http.StatusTooManyRequests:
		return nil, fmt.Errorf("%w: %s", errOffice, resp.Status)
	case resp.StatusCode != http.StatusOK:
		return nil, fmt.Errorf("office answered %s", resp.Status)
	}
	var t Ticket
	if err := json.NewDecoder(io.LimitReader(resp.Body, 1<<16)).Decode(&t); err != nil {
		return nil, fmt.Errorf("decode ticket: %w", err)
	}
	return &t, nil
}
