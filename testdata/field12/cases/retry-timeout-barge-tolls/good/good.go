// Package good reads the tolls of a canal from a service that is sometimes slow to wake up.
// The limit of the whole call leaves room for every attempt and the pauses between them.
package good

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

// Settings are read from the skipper's configuration file.
type Settings struct {
	Service string
	Retries int
}

const (
	attemptTimeout = 12 * time.Second
	longestPause   = 2 * time.Second
)

// Toll is what a lock charges for a class of boat.
type Toll struct {
	Lock  string `json:"lock"`
	Class string `json:"class"`
	Cents int64  `json:"cents"`
}

// Tolls is a read-only client of the toll service.
type Tolls struct {
	base   string
	client *http.Client
}

// NewTolls returns a client; s.Retries says how often a failed request is repeated.
func NewTolls(s Settings) *Tolls {
	rc := retryablehttp.NewClient()
	rc.Logger = nil
	rc.RetryMax = min(max(s.Retries, 1), 4)
	rc.RetryWaitMin = 200 * time.Millisecond
	rc.RetryWaitMax = longestPause
	rc.HTTPClient.Timeout = attemptTimeout

	client := rc.StandardClient()
	client.Timeout = time.Duration(rc.RetryMax+1) * (attemptTimeout + longestPause)
	return &Tolls{base: s.Service, client: client}
}

// Of returns the tolls of a canal.
func (t *Tolls) Of(ctx context.Context, canal string) ([]Toll, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, t.base+"/canals/"+url.PathEscape(canal)+"/tolls", nil)
	if err != nil {
		return nil, err
	}
	resp, err := t.client.Do(req)
	if err != nil {
		return nil, fmt.Errorf("tolls of %s: %w", canal, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("tolls of %s: %s", canal, resp.Status)
	}
	var tolls []Toll
	if err := json.NewDecoder(io.LimitReader(resp.Body, 1<<20)).Decode(&tolls); err != nil {
		return nil, fmt.Errorf("tolls of %s: %w", canal, err)
	}
	return tolls, nil
}
