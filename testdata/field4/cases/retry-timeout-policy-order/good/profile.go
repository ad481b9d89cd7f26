// Package profile reads customer profiles from the CRM.
package profile

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	"github.com/failsafe-go/failsafe-go/timeout"
)

// callLimit is how long the CRM may take for an answer; nine in ten come within 300ms.
const callLimit = 1500 * time.Millisecond

// Profile is what the CRM knows.
type Profile struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Level string `json:"level"`
}

var errServer = errors.New("crm failed")

// CRM is a client of the CRM.
type CRM struct {
	http *http.Client
	base string
	exec failsafe.Executor[*Profile]
}

// New returns a client.
func New(base string) *CRM {
	again := retrypolicy.NewBuilder[*Profile]().
		HandleErrors(timeout.ErrExceeded, errServer).
		WithMaxRetries(3).
		WithBackoff(100*time.Millisecond, time.Second).
		WithJitterFactor(0.25).
		Build()
	limit := timeout.New[*Profile](callLimit)
	return &CRM{
		http: &http.Client{Timeout: 5 * time.Second},
		base: base,
		exec: failsafe.With[*Profile](again, limit),
	}
}

// Get returns the profile of a customer.
func (c *CRM) Get(ctx context.Context, id string) (*Profile, error) {
	ctx, cancel := context.WithTimeout(ctx, 9*time.Second)
	defer cancel()
	p, err := c.exec.WithContext(ctx).GetWithExecution(func(e failsafe.Execution[*Profile]) (*Profile, error) {
		return c.get(e.Context(), id)
	})
	if err != nil {
		return nil, fmt.Errorf("profile %s: %w", id, err)
	}
	return p, nil
}

func (c *CRM) get(ctx context.Context, id string) (*Profile, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+"/customers/"+url.PathEscape(id), nil)
	if err != nil {
		return nil, err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode >= 500:
		return nil, fmt.Errorf("%w: %s", errServer, resp.Status)
	case resp.StatusCode != http.StatusOK:
		return nil, fmt.Errorf("crm: %s", resp.Status)
	}
	p := new(Profile)
	if err := json.NewDecoder(io.LimitReader(resp.Body, 64<<10)).Decode(p); err != nil {
		return nil, err
	}
	return p, nil
}
