// Package bad asks a road authority for the permits of heavy loads. The timeout of one attempt
// is also put around all of them together: an attempt that runs into it leaves no time for
// another, so the configured attempts exist on paper only.
package bad

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/avast/retry-go/v4"
)

const (
	firstDelay = 200 * time.Millisecond
	mostDelay  = time.Second
)

// ErrUnknown is returned for a permit that was never given.
var ErrUnknown = errors.New("unknown permit")

// Permit allows a heavy load over a bridge.
type Permit struct {
	Bridge string  `json:"bridge"`
	Tonnes float64 `json:"tonnes"`
}

// Config is read from the dispatcher's settings.
type Config struct {
	Base     string        `json:"base"`
	Attempts uint          `json:"attempts"` // in all, at least one
	Timeout  time.Duration `json:"timeout"`  // of an attempt
}

// Permits is a client of the road authority.
type Permits struct {
	cfg  Config
	http *http.Client
}

// New returns a client of the road authority.
func New(cfg Config, client *http.Client) *Permits {
	cfg.Attempts = max(cfg.Attempts, 1)
	return &Permits{cfg: cfg, http: client}
}

// Get returns a permit.
func (p *Permits) Get(ctx context.Context, id string) (*Permit, error) {
	ctx, cancel := context.WithTimeout(ctx, p.cfg.Timeout) // OR retry-timeout
	defer cancel()
	permit, err := retry.DoWithData(
		func() (*Permit, error) {
			tryCtx, done := context.WithTimeout(ctx, p.cfg.Timeout) // EXPECT retry-timeout
			defer done()
			return p.fetch(tryCtx, id)
		},
		retry.Context(ctx),
		retry.Attempts(p.cfg.Attempts), // OR retry-timeout
		retry.Delay(firstDelay),
		retry.MaxDelay(mostDelay),
		retry.MaxJitter(firstDelay),
		retry.RetryIf(func(err error) bool {
			return ctx.Err() == nil && retry.IsRecoverable(err) && !errors.Is(err, ErrUnknown)
		}),
		retry.LastErrorOnly(true),
	)
	if err != nil {
		return nil, fmt.Errorf("permit %s: %w", id, err)
	}
	return permit, nil
}

func (p *Permits) fetch(ctx context.Context, id string) (*Permit, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.cfg.Base+"/permits/"+url.PathEscape(id), nil)
	if err != nil {
		return nil, retry.Unrecoverable(err)
	}
	resp, err := p.http.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusNotFound:
		return nil, ErrUnknown
	case resp.StatusCode >= 500:
		return nil, fmt.Errorf("authority answered %s", resp.Status)
	case resp.StatusCode != http.StatusOK:
		return nil, retry.Unrecoverable(fmt.Errorf("authority answered %s", resp.Status))
	}
	var permit Permit
	if err := json.NewDecoder(io.LimitReader(resp.Body, 1<<16)).Decode(&permit); err != nil {
		return nil, fmt.Errorf("decode permit: %w", err)
	}
	return &permit, nil
}
