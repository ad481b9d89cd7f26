// Package good asks a monastery for free rooms and repeats after a timeout. Each try has a deadline of
// its own below the one for all tries.
package good

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
	tries      = 3
	tryLimit   = 3 * time.Second
	firstPause = 200 * time.Millisecond
	budget     = tries*tryLimit + 2*time.Second // pauses included
)

// Room is a free room.
type Room struct {
	Number int `json:"number"`
	Beds   int `json:"beds"`
}

type statusError int

func (e statusError) Error() string { return fmt.Sprintf("monastery answered %d", int(e)) }

// Guesthouse is a client of the monastery's booking system.
type Guesthouse struct {
	base string
	hc   *http.Client
	log  *slog.Logger
}

// Free lists the free rooms of a night.
func (g *Guesthouse) Free(ctx context.Context, night string) ([]Room, error) {
	ctx, cancel := context.WithTimeout(ctx, budget)
	defer cancel()

	var last error
	for try := range tries {
		if try > 0 {
			if err := rest(ctx, firstPause<<(try-1)); err != nil {
				return nil, fmt.Errorf("rooms of %s: %w", night, errors.Join(err, last))
			}
		}
		rooms, err := g.ask(ctx, night)
		if err == nil {
			return rooms, nil
		}
		last = err
		if ctx.Err() != nil || !passing(err) {
			break
		}
		g.log.Warn("rooms not read", "night", night, "try", try+1, "err", err)
	}
	return nil, fmt.Errorf("rooms of %s: %w", night, last)
}

func (g *Guesthouse) ask(ctx context.Context, night string) ([]Room, error) {
	ctx, cancel := context.WithTimeout(ctx, tryLimit)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, g.base+"/rooms?night="+url.QueryEscape(night), nil)
	if err != nil {
		return nil, err
	}
	resp, err := g.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, statusError(resp.StatusCode)
	}
	var rooms []Room
	err = json.NewDecoder(io.LimitReader(resp.Body, 1<<20)).Decode(&rooms)
	return rooms, err
}

// passing reports whether another try may help.
func passing(err error) bool {
	if se := statusError(0); errors.As(err, &se) {
		return se == http.StatusTooManyRequests || se >= 500
	}
	return errors.Is(err, context.DeadlineExceeded)
}

func rest(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d + rand.N(d))
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
