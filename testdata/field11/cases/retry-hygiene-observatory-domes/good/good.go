// Package good opens the domes of an observatory over their controllers' HTTP interface.
// The loop waits only between attempts; the failure of the last one is reported at once.
package good

import (
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
	attempts   = 5
	firstPause = time.Second
	budget     = 90 * time.Second
)

var errLocked = errors.New("dome is locked")

// Domes is a client of the dome controllers.
type Domes struct {
	client *http.Client
	base   string
	log    *slog.Logger
}

// NewDomes returns a client of the controllers behind base.
func NewDomes(base string, log *slog.Logger) *Domes {
	return &Domes{client: &http.Client{Timeout: 5 * time.Second}, base: base, log: log}
}

// Open sets a dome to open; an open dome stays as it is.
func (d *Domes) Open(ctx context.Context, dome string) error {
	ctx, cancel := context.WithTimeout(ctx, budget)
	defer cancel()

	var last error
	for n := range attempts {
		last = d.set(ctx, dome, "open")
		if last == nil {
			return nil
		}
		if errors.Is(last, errLocked) {
			return fmt.Errorf("open dome %s: %w", dome, last)
		}
		if n == attempts-1 {
			break
		}
		pause := firstPause << n
		d.log.Warn("dome does not answer", "dome", dome, "attempt", n+1, "err", last)
		if err := rest(ctx, pause+rand.N(pause/4)); err != nil {
			return fmt.Errorf("open dome %s: %w", dome, errors.Join(last, err))
		}
	}
	return fmt.Errorf("open dome %s, %d attempts: %w", dome, attempts, last)
}

func (d *Domes) set(ctx context.Context, dome, state string) error {
	target := d.base + "/domes/" + url.PathEscape(dome) + "/state/" + state
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, target, nil)
	if err != nil {
		return fmt.Errorf("%w: %w", errLocked, err)
	}
	resp, err := d.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode < 300:
		return nil
	case resp.StatusCode >= 500:
		return fmt.Errorf("controller answered %s", resp.Status)
	}
	return fmt.Errorf("%w: %s", errLocked, resp.Status)
}

func rest(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
