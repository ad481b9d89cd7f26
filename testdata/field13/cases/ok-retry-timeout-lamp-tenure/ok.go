// Package ok keeps the right to light a theatre's lamp, which lapses at a time the registry
// names. The renewal is repeated without a count and every try runs under a context made in the
// loop, which is right: the time of the lapse is the deadline of all of it, and the tries
// and pauses are small against what is left.
package ok

import (
	"bytes"
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

var (
	// ErrLapsed says that the right has lapsed before it could be renewed.
	ErrLapsed = errors.New("right has lapsed")
	// ErrDenied says that the registry will not renew the right.
	ErrDenied = errors.New("right is denied")
)

const (
	tryLimit  = 2 * time.Second
	firstWait = 250 * time.Millisecond
	mostWait  = 2 * time.Second
)

// Holder holds the right to one lamp.
type Holder struct {
	hc       *http.Client
	registry string
	lamp     string
	log      *slog.Logger
}

// Hold keeps the right from until on and returns when it is lost or ctx ends. Rights last for
// about a minute, and a renewal begins when half of that is over.
func (h *Holder) Hold(ctx context.Context, until time.Time) error {
	for {
		timer := time.NewTimer(time.Until(until) / 2)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		}
		next, err := h.renew(ctx, until)
		if err != nil {
			return err
		}
		until = next
	}
}

// renew tries until the right is renewed or has lapsed.
func (h *Holder) renew(ctx context.Context, until time.Time) (time.Time, error) {
	ctx, cancel := context.WithDeadlineCause(ctx, until, ErrLapsed)
	defer cancel()
	for wait := firstWait; ; wait = min(2*wait, mostWait) {
		next, err := h.once(ctx)
		if err == nil {
			return next, nil
		}
		if errors.Is(err, ErrDenied) {
			return time.Time{}, err
		}
		h.log.Warn("right not renewed", "lamp", h.lamp, "left", time.Until(until), "err", err)
		timer := time.NewTimer(wait/2 + rand.N(wait/2))
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return time.Time{}, errors.Join(context.Cause(ctx), err)
		}
	}
}

func (h *Holder) once(ctx context.Context) (time.Time, error) {
	ctx, cancel := context.WithTimeout(ctx, tryLimit)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, h.registry+"/rights/"+url.PathEscape(h.lamp), bytes.NewReader([]byte(`{}`)))
	if err != nil {
		return time.Time{}, fmt.Errorf("%w: %w", ErrDenied, err)
	}
	resp, err := h.hc.Do(req)
	if err != nil {
		return time.Time{}, err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusOK:
	case resp.StatusCode >= 400 && resp.StatusCode < 500 && resp.StatusCode != http.StatusTooManyRequests:
		return time.Time{}, fmt.Errorf("%w: registry answered %s", ErrDenied, resp.Status)
	default:
		return time.Time{}, fmt.Errorf("registry answered %s", resp.Status)
	}
	var right struct {
		Until time.Time `json:"until"`
	}
	if err := json.NewDecoder(resp.Body).Decode(&right); err != nil {
		return time.Time{}, fmt.Errorf("decode: %w", err)
	}
	return right.Until, nil
}
