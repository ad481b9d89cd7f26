// Package good keeps a lighthouse controller's claim on its lamp. The claim lapses thirty
// seconds after the last renewal; the pauses after failed renewals stay far below that, so
// several tries fit before the claim is lost.
package good

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"
)

const (
	claimLasts = 30 * time.Second // kept by the registry, from the last renewal
	renewEvery = 10 * time.Second
	firstPause = time.Second
	mostPause  = 4 * time.Second
	renewLimit = 3 * time.Second // of one call
)

// ErrDenied says that the registry does not let the controller have the lamp.
var ErrDenied = errors.New("claim denied")

// Keeper renews the claim of one controller.
type Keeper struct {
	hc       *http.Client
	registry string
	lamp     string
	log      *slog.Logger
}

// Keep renews until ctx ends. The registry hands the lamp over when a claim lapses.
func (k *Keeper) Keep(ctx context.Context) error {
	pause := firstPause
	next := renewEvery
	for {
		timer := time.NewTimer(next + rand.N(next/10))
		select {
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		case <-timer.C:
		}
		err := k.renew(ctx)
		if err == nil {
			pause, next = firstPause, renewEvery
			continue
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if errors.Is(err, ErrDenied) {
			return err
		}
		k.log.Warn("claim not renewed", "lamp", k.lamp, "pause", pause, "lasts", claimLasts, "err", err)
		next = pause
		pause = min(2*pause, mostPause)
	}
}

func (k *Keeper) renew(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, renewLimit)
	defer cancel()
	body := fmt.Appendf(nil, `{"ttlSeconds":%d}`, int(claimLasts.Seconds()))
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, k.registry+"/claims/"+url.PathEscape(k.lamp), bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("%w: %w", ErrDenied, err)
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := k.hc.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusNoContent:
		return nil
	case resp.StatusCode >= 400 && resp.StatusCode < 500 && resp.StatusCode != http.StatusTooManyRequests:
		return fmt.Errorf("%w: registry answered %s", ErrDenied, resp.Status)
	}
	return fmt.Errorf("registry answered %s", resp.Status)
}
