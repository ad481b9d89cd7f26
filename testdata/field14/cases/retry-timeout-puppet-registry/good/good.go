// Package good fetches the sewing patterns of puppets from a registry. The HTTP client repeats
// failed requests, and it is the only layer that does.
package good

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

// ErrRefused says that the registry will not answer differently the next time.
var ErrRefused = errors.New("registry refused")

// Pattern is what is needed to sew one puppet.
type Pattern struct {
	Puppet string   `json:"puppet"`
	Pieces []string `json:"pieces"`
}

// Registry is a client of the pattern registry, which is only read from.
type Registry struct {
	base   string
	http   *retryablehttp.Client
	budget time.Duration
}

// NewRegistry returns a client of the registry at base.
func NewRegistry(base string) *Registry {
	return &Registry{base: base, http: newHTTP(), budget: time.Minute}
}

func newHTTP() *retryablehttp.Client {
	rc := retryablehttp.NewClient()
	rc.Logger = nil
	rc.HTTPClient.Timeout = 5 * time.Second
	rc.RetryWaitMin = 500 * time.Millisecond
	rc.RetryWaitMax = 4 * time.Second
	return rc
}

// Pattern returns the pattern of a puppet.
func (r *Registry) Pattern(ctx context.Context, puppet string) (Pattern, error) {
	ctx, cancel := context.WithTimeout(ctx, r.budget)
	defer cancel()
	p, err := r.get(ctx, puppet)
	if err != nil {
		return Pattern{}, fmt.Errorf("pattern of %s: %w", puppet, err)
	}
	return p, nil
}

func (r *Registry) get(ctx context.Context, puppet string) (Pattern, error) {
	req, err := retryablehttp.NewRequestWithContext(ctx, http.MethodGet, r.base+"/patterns/"+url.PathEscape(puppet), nil)
	if err != nil {
		return Pattern{}, fmt.Errorf("%w: %w", ErrRefused, err)
	}
	resp, err := r.http.Do(req)
	if err != nil {
		return Pattern{}, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return Pattern{}, fmt.Errorf("%w: %s", ErrRefused, resp.Status)
	}
	var p Pattern
	if err := json.NewDecoder(resp.Body).Decode(&p); err != nil {
		return Pattern{}, fmt.Errorf("%w: decode: %w", ErrRefused, err)
	}
	return p, nil
}
