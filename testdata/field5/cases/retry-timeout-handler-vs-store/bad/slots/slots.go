// Package slots asks the route planner for free delivery slots.
package slots

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"
)

const (
	tries   = 4                       // OR retry-timeout
	perTry  = 1500 * time.Millisecond // OR retry-timeout
	between = 300 * time.Millisecond
)

var errPlanner = errors.New("planner failed")

// Slot is a span in which a van can come.
type Slot struct {
	From time.Time `json:"from"`
	To   time.Time `json:"to"`
}

// Planner is a client of the route planner.
type Planner struct {
	base string
	hc   *http.Client
}

// NewPlanner returns a client for the planner at base.
func NewPlanner(base string) *Planner {
	return &Planner{base: base, hc: &http.Client{Timeout: perTry}}
}

// Free lists the free slots of a postcode.
func (p *Planner) Free(ctx context.Context, postcode string) ([]Slot, error) {
	var last error
	for n := 0; n < tries; n++ { // OR retry-timeout
		if n > 0 {
			select {
			case <-time.After(between + rand.N(between)):
			case <-ctx.Done():
				return nil, errors.Join(ctx.Err(), last)
			}
		}
		list, err := p.get(ctx, postcode)
		if err == nil || ctx.Err() != nil || !errors.Is(err, errPlanner) {
			return list, err
		}
		last = err
	}
	return nil, fmt.Errorf("slots for %s: %w", postcode, last)
}

func (p *Planner) get(ctx context.Context, postcode string) ([]Slot, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.base+"/free?postcode="+url.QueryEscape(postcode), nil)
	if err != nil {
		return nil, err
	}
	resp, err := p.hc.Do(req)
	if err != nil {
		return nil, errors.Join(errPlanner, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 500 {
		return nil, fmt.Errorf("%w: %s", errPlanner, resp.Status)
	}
	if resp.StatusCode != http.StatusOK {
		return nil, errors.New(resp.Status)
	}
	var list []Slot
	err = json.NewDecoder(resp.Body).Decode(&list)
	return list, err
}
