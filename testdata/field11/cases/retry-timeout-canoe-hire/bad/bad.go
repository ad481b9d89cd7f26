// Package bad shows which canoes of a hire are free. Four tries of three seconds each are meant
// to fit into twenty seconds.
package bad

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"faultfield11/cases/retry-timeout-canoe-hire/bad/again"
)

// ErrBusy is returned while the hire system is being updated.
var ErrBusy = errors.New("hire system is busy")

// Canoe is a canoe on a landing stage.
type Canoe struct {
	Number int    `json:"number"`
	State  string `json:"state"`
}

// Hire is a client of the canoe hire system.
type Hire struct {
	base   string
	http   *http.Client
	policy again.Policy
}

// New returns a client of the system at base.
func New(base string, client *http.Client) *Hire {
	return &Hire{base: base, http: client, policy: again.Policy{Tries: 4, PerTry: 3 * time.Second, Pause: 250 * time.Millisecond}}
}

// Canoes returns the canoes on a landing stage.
func (h *Hire) Canoes(ctx context.Context, stage string) ([]Canoe, error) {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	canoes, err := again.Do(ctx, h.policy, transient, func(ctx context.Context) ([]Canoe, error) {
		return h.fetch(ctx, stage)
	})
	if err != nil {
		return nil, fmt.Errorf("canoes at %s: %w", stage, err)
	}
	return canoes, nil
}

func transient(err error) bool {
	return errors.Is(err, ErrBusy) || errors.Is(err, context.DeadlineExceeded)
}

func (h *Hire) fetch(ctx context.Context, stage string) ([]Canoe, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, h.base+"/stages/"+url.PathEscape(stage), nil)
	if err != nil {
		return nil, err
	}
	resp, err := h.http.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusOK:
	case http.StatusServiceUnavailable:
		return nil, ErrBusy
	default:
		return nil, fmt.Errorf("hire system answered %s", resp.Status)
	}
	var canoes []Canoe
	err = json.NewDecoder(resp.Body).Decode(&canoes)
	return canoes, err
}
