// Package bad waits for a fresh message broker to become usable before topics are laid out.
// The two-minute limit is a time.After inside the select, so that each tick of the poll starts it
// anew; a broker that never comes up is waited for without end.
package bad

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"
)

const (
	bootLimit = 2 * time.Minute
	pollEvery = 3 * time.Second
)

// ErrNotReady means that the broker did not come up in time.
var ErrNotReady = errors.New("broker not ready in time")

// Admin is the broker's admin interface.
type Admin struct {
	url    string
	client *http.Client
	log    *slog.Logger
}

// NewAdmin returns the admin interface at url.
func NewAdmin(url string, log *slog.Logger) *Admin {
	return &Admin{url: url, client: &http.Client{Timeout: 2 * time.Second}, log: log}
}

// WaitReady returns nil as soon as the broker has answered that it is ready.
func (a *Admin) WaitReady(ctx context.Context) error {
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C: // OR retry-timeout
			err := a.probe(ctx)
			if err == nil {
				return nil
			}
			a.log.Info("broker still starting", "url", a.url, "err", err)
		case <-time.After(bootLimit): // EXPECT retry-timeout
			return fmt.Errorf("%s: %w", a.url, ErrNotReady)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (a *Admin) probe(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, a.url+"/admin/v2/brokers/ready", nil)
	if err != nil {
		return err
	}
	resp, err := a.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("not ready: %s", resp.Status)
	}
	return nil
}
