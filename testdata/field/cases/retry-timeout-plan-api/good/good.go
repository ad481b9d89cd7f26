// Package good is the client of a cluster planning API for a command line tool on bad networks.
// Its transport makes up to four attempts and waits eight seconds for the headers of each; the
// client's own timeout allows for all of them and for the pauses.
package good

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"faultfield/cases/retry-timeout-plan-api/good/transport"
)

const (
	headerTimeout = 8 * time.Second
	attempts      = 4
	pause         = 500 * time.Millisecond
)

// API talks to the planner.
type API struct {
	base   string
	client *http.Client
}

// New returns a client of the planner at base.
func New(base string) *API {
	rt := transport.New(headerTimeout, transport.Attempts(attempts), transport.Pause(pause))
	const total = attempts*headerTimeout + (attempts-1)*2*pause + 10*time.Second
	return &API{base: base, client: &http.Client{Transport: rt, Timeout: total}}
}

// Plan is a list of changes.
type Plan struct {
	ID      string   `json:"id"`
	Changes []string `json:"changes"`
}

// Plan returns the pending plan of a cluster.
func (a *API) Plan(ctx context.Context, cluster string) (*Plan, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, a.base+"/clusters/"+cluster+"/plan", nil)
	if err != nil {
		return nil, err
	}
	resp, err := a.client.Do(req)
	if err != nil {
		return nil, fmt.Errorf("plan of %s: %w", cluster, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("plan of %s: %s", cluster, resp.Status)
	}
	var p Plan
	if err := json.NewDecoder(resp.Body).Decode(&p); err != nil {
		return nil, fmt.Errorf("plan of %s: %w", cluster, err)
	}
	return &p, nil
}
