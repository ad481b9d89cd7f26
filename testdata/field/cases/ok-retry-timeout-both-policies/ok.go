// Package ok reads the occupancy of car parks.
// It is right although a timeout stands outside of the retry policy: that one is for the whole, and a
// second one inside is for each attempt. Four attempts and their pauses fit into the outer one.
package ok

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	"github.com/failsafe-go/failsafe-go/timeout"
)

const (
	perAttempt = 700 * time.Millisecond
	whole      = 5 * time.Second
)

// Occupancy is how full a car park is.
type Occupancy struct {
	Free  int `json:"free"`
	Total int `json:"total"`
}

// Parks reads car parks.
type Parks struct {
	base   string
	client *http.Client
	exec   failsafe.Executor[Occupancy]
}

// New returns the car parks that the service at base knows.
func New(base string) *Parks {
	attempts := retrypolicy.NewBuilder[Occupancy]().
		HandleErrors(timeout.ErrExceeded, errOverloaded).
		WithMaxRetries(3).
		WithBackoff(100*time.Millisecond, 400*time.Millisecond).
		WithJitterFactor(0.25).
		Build()
	return &Parks{
		base:   base,
		client: &http.Client{},
		exec: failsafe.With[Occupancy](
			timeout.New[Occupancy](whole),
			attempts,
			timeout.New[Occupancy](perAttempt),
		),
	}
}

var errOverloaded = fmt.Errorf("service overloaded")

// Occupancy returns the occupancy of one car park.
func (p *Parks) Occupancy(ctx context.Context, park string) (Occupancy, error) {
	o, err := p.exec.WithContext(ctx).GetWithExecution(func(e failsafe.Execution[Occupancy]) (Occupancy, error) {
		return p.get(e.Context(), park)
	})
	if err != nil {
		return Occupancy{}, fmt.Errorf("occupancy of %s: %w", park, err)
	}
	return o, nil
}

func (p *Parks) get(ctx context.Context, park string) (Occupancy, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.base+"/parks/"+park, nil)
	if err != nil {
		return Occupancy{}, err
	}
	resp, err := p.client.Do(req)
	if err != nil {
		return Occupancy{}, err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusOK:
		var o Occupancy
		err = json.NewDecoder(resp.Body).Decode(&o)
		return o, err
	case http.StatusServiceUnavailable:
		return Occupancy{}, errOverloaded
	}
	return Occupancy{}, fmt.Errorf("service answered %s", resp.Status)
}
