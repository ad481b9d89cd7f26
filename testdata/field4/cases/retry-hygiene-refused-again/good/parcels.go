// Package parcels asks a carrier where parcels are.
package parcels

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/sethvargo/go-retry"
)

// ErrUnknown means that the carrier does not know the parcel.
var ErrUnknown = errors.New("parcel not known")

// Position is where a parcel was seen last.
type Position struct {
	Depot string    `json:"depot"`
	Seen  time.Time `json:"seen"`
}

// Tracker is a client of the carrier.
type Tracker struct {
	http *http.Client
	base string
	key  string
}

// New returns a Tracker.
func New(base, key string) *Tracker {
	return &Tracker{http: &http.Client{Timeout: 3 * time.Second}, base: base, key: key}
}

// Locate returns the last position of a parcel.
func (t *Tracker) Locate(ctx context.Context, parcel string) (Position, error) {
	ctx, cancel := context.WithTimeout(ctx, 25*time.Second)
	defer cancel()

	b := retry.NewExponential(200 * time.Millisecond)
	b = retry.WithJitterPercent(30, b)
	b = retry.WithCappedDuration(2*time.Second, b)
	b = retry.WithMaxRetries(4, b)

	pos, err := retry.DoValue(ctx, b, func(ctx context.Context) (Position, error) {
		var pos Position
		err := t.get(ctx, "/parcels/"+url.PathEscape(parcel), &pos)
		return pos, err
	})
	if err != nil {
		return Position{}, fmt.Errorf("locate %s: %w", parcel, err)
	}
	return pos, nil
}

func (t *Tracker) get(ctx context.Context, path string, into any) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, t.base+path, nil)
	if err != nil {
		return err
	}
	req.Header.Set("X-Api-Key", t.key)
	resp, err := t.http.Do(req)
	if err != nil {
		return retry.RetryableError(err)
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusOK:
		return json.NewDecoder(io.LimitReader(resp.Body, 64<<10)).Decode(into)
	case resp.StatusCode == http.StatusNotFound:
		return ErrUnknown
	case resp.StatusCode == http.StatusTooManyRequests, resp.StatusCode >= 500:
		return retry.RetryableError(fmt.Errorf("carrier: %s", resp.Status))
	}
	return fmt.Errorf("carrier: %s", resp.Status)
}
