// Package good asks parcel lockers whether a box is free.
// When the attempts are used up, the error that the last one failed with is wrapped and returned.
package good

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

// Box is one compartment of a locker.
type Box struct {
	Number int    `json:"number"`
	Size   string `json:"size"`
	Free   bool   `json:"free"`
}

// ErrUnknown says that there is no such locker.
var ErrUnknown = errors.New("no such locker")

// Lockers reads the state of lockers.
type Lockers struct {
	client *http.Client
	base   string
	tries  int
	pause  time.Duration
	limit  time.Duration
}

// NewLockers returns a client of the lockers' hub.
func NewLockers(base string) *Lockers {
	return &Lockers{
		client: &http.Client{Timeout: 4 * time.Second},
		base:   base,
		tries:  4,
		pause:  300 * time.Millisecond,
		limit:  25 * time.Second,
	}
}

// Boxes lists the boxes of a locker.
func (l *Lockers) Boxes(ctx context.Context, locker string) ([]Box, error) {
	ctx, cancel := context.WithTimeout(ctx, l.limit)
	defer cancel()
	var last error
	for n := 0; n < l.tries; n++ {
		if n > 0 {
			d := l.pause << n
			select {
			case <-time.After(d/2 + rand.N(d)):
			case <-ctx.Done():
				return nil, fmt.Errorf("boxes of %s: %w", locker, errors.Join(last, ctx.Err()))
			}
		}
		boxes, err := l.read(ctx, locker)
		if err == nil {
			return boxes, nil
		}
		if errors.Is(err, ErrUnknown) {
			return nil, fmt.Errorf("boxes of %s: %w", locker, err)
		}
		last = err
	}
	return nil, fmt.Errorf("boxes of %s: no answer after %d tries: %w", locker, l.tries, last)
}

func (l *Lockers) read(ctx context.Context, locker string) ([]Box, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, l.base+"/lockers/"+url.PathEscape(locker)+"/boxes", nil)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnknown, err)
	}
	resp, err := l.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode >= 500 || resp.StatusCode == http.StatusTooManyRequests:
		return nil, fmt.Errorf("hub answered %s", resp.Status)
	case resp.StatusCode != http.StatusOK:
		return nil, fmt.Errorf("%w: %s", ErrUnknown, resp.Status)
	}
	var boxes []Box
	if err := json.NewDecoder(resp.Body).Decode(&boxes); err != nil {
		return nil, fmt.Errorf("decode boxes: %w", err)
	}
	return boxes, nil
}
