// Package bad fetches jobs for a site controller by long polling.
// The server holds a poll for up to 55 seconds when there is nothing to do; the client cuts every
// request after thirty, so on a quiet site each poll ends as an error and is repeated.
package bad

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"
)

const (
	hold          = 55 * time.Second // how long the server may wait for a job
	clientTimeout = 30 * time.Second
)

// Job is one order for the site.
type Job struct {
	ID   string          `json:"id"`
	Args json.RawMessage `json:"args"`
}

// Inbox polls for the jobs of one site.
type Inbox struct {
	base   string
	site   string
	client *http.Client
	log    *slog.Logger
}

// NewInbox returns the inbox of a site.
func NewInbox(base, site string, log *slog.Logger) *Inbox {
	return &Inbox{base: base, site: site, client: &http.Client{Timeout: clientTimeout}, log: log} // EXPECT retry-timeout
}

// Run hands jobs to do until ctx ends.
func (b *Inbox) Run(ctx context.Context, do func(context.Context, Job)) error {
	wait := time.Second
	for ctx.Err() == nil {
		jobs, err := b.poll(ctx)
		if err == nil {
			wait = time.Second
			for _, j := range jobs {
				do(ctx, j)
			}
			continue
		}
		b.log.Warn("poll failed", "site", b.site, "err", err)
		select {
		case <-ctx.Done():
		case <-time.After(wait/2 + rand.N(wait)):
			wait = min(2*wait, time.Minute)
		}
	}
	return ctx.Err()
}

func (b *Inbox) poll(ctx context.Context) ([]Job, error) {
	ctx, cancel := context.WithTimeout(ctx, hold+15*time.Second) // OR retry-timeout
	defer cancel()
	q := url.Values{"site": {b.site}, "wait": {hold.String()}} // OR retry-timeout
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, b.base+"/jobs?"+q.Encode(), nil)
	if err != nil {
		return nil, err
	}
	resp, err := b.client.Do(req) // OR retry-timeout
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("server answered %s", resp.Status)
	}
	var jobs []Job
	err = json.NewDecoder(resp.Body).Decode(&jobs)
	return jobs, err
}
