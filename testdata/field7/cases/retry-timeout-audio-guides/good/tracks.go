package good

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"
)

const (
	attempts     = 3
	attemptLimit = 1400 * time.Millisecond
	firstPause   = 100 * time.Millisecond
)

var errRefused = errors.New("track server refused")

// Tracks reads from the track server.
type Tracks struct {
	base   string
	client *http.Client
}

// Guide returns the guide of a room as JSON.
func (t *Tracks) Guide(ctx context.Context, room string) ([]byte, error) {
	var last error
	for n := range attempts {
		if n > 0 {
			pause := firstPause << n
			select {
			case <-ctx.Done():
				return nil, errors.Join(ctx.Err(), last)
			case <-time.After(pause/2 + rand.N(pause/2)):
			}
		}
		guide, err := t.get(ctx, room)
		if err == nil {
			return guide, nil
		}
		if errors.Is(err, errRefused) || ctx.Err() != nil {
			return nil, err
		}
		last = err
	}
	return nil, fmt.Errorf("guide of room %s: %w", room, last)
}

func (t *Tracks) get(ctx context.Context, room string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, attemptLimit)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, t.base+"/guides?room="+url.QueryEscape(room), nil)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errRefused, err)
	}
	resp, err := t.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusOK:
		return io.ReadAll(io.LimitReader(resp.Body, 256<<10))
	case resp.StatusCode >= 500:
		return nil, fmt.Errorf("track server answered %s", resp.Status)
	default:
		return nil, fmt.Errorf("%w: %s", errRefused, resp.Status)
	}
}
