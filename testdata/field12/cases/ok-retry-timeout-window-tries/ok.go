// Package ok asks a parcel locker whether a door is open, as often as fits into a window of time.
// It is right although tries and pauses could add up to more than the window: nobody counts the
// tries, the window alone ends them, and each try has a much shorter limit of its own.
package ok

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"
)

const (
	tryLimit = 2 * time.Second
	pause    = 400 * time.Millisecond
)

var errNoDoor = errors.New("no such door")

// Locker is a client of one parcel locker.
type Locker struct {
	base   string
	client *http.Client
	window time.Duration
	log    *slog.Logger
}

// NewLocker returns a client of the locker at base.
func NewLocker(base string, client *http.Client, log *slog.Logger) *Locker {
	return &Locker{base: base, client: client, window: 15 * time.Second, log: log}
}

// Open reports whether a door stands open.
func (l *Locker) Open(ctx context.Context, door string) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, l.window)
	defer cancel()
	for {
		open, err := l.ask(ctx, door)
		if err == nil {
			return open, nil
		}
		if errors.Is(err, errNoDoor) || ctx.Err() != nil {
			return false, fmt.Errorf("door %s: %w", door, err)
		}
		l.log.Debug("locker did not answer", "door", door, "err", err)
		select {
		case <-ctx.Done():
			return false, fmt.Errorf("door %s: %w", door, errors.Join(ctx.Err(), err))
		case <-time.After(pause + rand.N(pause)):
		}
	}
}

func (l *Locker) ask(ctx context.Context, door string) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, tryLimit)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, l.base+"/doors/"+url.PathEscape(door), nil)
	if err != nil {
		return false, fmt.Errorf("%w: %w", errNoDoor, err)
	}
	resp, err := l.client.Do(req)
	if err != nil {
		return false, err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusOK:
		var state struct{ Open bool }
		err := json.NewDecoder(resp.Body).Decode(&state)
		return state.Open, err
	case http.StatusNotFound:
		return false, errNoDoor
	}
	return false, fmt.Errorf("locker answered %s", resp.Status)
}
