// Package register is a client of the permit register.
package register

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"
)

const (
	tries   = 3
	between = 250 * time.Millisecond
)

// Settings say where the register is and how long one request may take.
type Settings struct {
	URL     string
	Timeout time.Duration
}

// Permit lists the roads a lorry may use.
type Permit struct {
	Roads []string `json:"roads"`
}

// Register sends requests.
type Register struct {
	s      Settings
	client *http.Client
}

// New returns a client.
func New(s Settings) *Register {
	return &Register{s: s, client: &http.Client{Timeout: s.Timeout}}
}

// Find looks the permit of a lorry up; a request that times out or meets a 5xx is repeated.
func (r *Register) Find(ctx context.Context, plate string) (*Permit, error) {
	var err error
	for n := 1; n <= tries; n++ {
		var p *Permit
		var again bool
		if p, again, err = r.get(ctx, plate); err == nil {
			return p, nil
		}
		if !again || n == tries || ctx.Err() != nil {
			break
		}
		select {
		case <-ctx.Done():
		case <-time.After(between + rand.N(between)):
		}
	}
	return nil, err
}

func (r *Register) get(ctx context.Context, plate string) (*Permit, bool, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, r.s.URL+"/permits/"+url.PathEscape(plate), nil)
	if err != nil {
		return nil, false, err
	}
	resp, err := r.client.Do(req)
	if err != nil {
		return nil, true, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, resp.StatusCode >= 500, fmt.Errorf("register answered %s", resp.Status)
	}
	var p Permit
	err = json.NewDecoder(resp.Body).Decode(&p)
	return &p, false, err
}
