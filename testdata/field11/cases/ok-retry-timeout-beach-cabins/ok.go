// Package ok asks which beach cabins are free. The timeout inside the loop is made from ctx again and again
// and looks longer than what may be left; but it is cut to the remaining time, and a pause that would
// not leave room for another attempt is not begun.
package ok

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"
)

const (
	budget    = 10 * time.Second
	attempt   = 4 * time.Second
	worthAsk  = 500 * time.Millisecond // less is not worth another attempt
	mostTries = 5
)

var errAway = errors.New("reservation desk not available")

// Desk is a client of the reservation desk.
type Desk struct {
	base   string
	client *http.Client
}

// NewDesk returns a client of the desk at base.
func NewDesk(base string, client *http.Client) *Desk { return &Desk{base: base, client: client} }

// Free returns the numbers of the free cabins of a beach.
func (d *Desk) Free(ctx context.Context, beach string) ([]int, error) {
	ctx, cancel := context.WithTimeout(ctx, budget)
	defer cancel()
	end, _ := ctx.Deadline()

	pause := 200 * time.Millisecond
	for try := 1; ; try++ {
		cabins, err := d.ask(ctx, beach, min(attempt, time.Until(end)))
		if err == nil {
			return cabins, nil
		}
		wait := pause/2 + rand.N(pause)
		if try == mostTries || ctx.Err() != nil || !errors.Is(err, errAway) || time.Until(end) < wait+worthAsk {
			return nil, fmt.Errorf("cabins at %s, %d tries: %w", beach, try, err)
		}
		select {
		case <-ctx.Done():
			return nil, errors.Join(ctx.Err(), err)
		case <-time.After(wait):
		}
		pause = min(2*pause, 2*time.Second)
	}
}

func (d *Desk) ask(ctx context.Context, beach string, limit time.Duration) ([]int, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, d.base+"/cabins?free=1&beach="+url.QueryEscape(beach), nil)
	if err != nil {
		return nil, err
	}
	resp, err := d.client.Do(req)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errAway, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 500 {
		return nil, fmt.Errorf("%w: %s", errAway, resp.Status)
	}
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("desk refused: %s", resp.Status)
	}
	var cabins []int
	if err := json.NewDecoder(io.LimitReader(resp.Body, 256<<10)).Decode(&cabins); err != nil {
		return nil, fmt.Errorf("decode cabins: %w", err)
	}
	return cabins, nil
}
