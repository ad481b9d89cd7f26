// Package bad fetches the sewing patterns of puppets from a registry. The HTTP client already
// repeats a request four times (the default of its library), and Pattern repeats that whole
// five times: one pattern may cost twenty-five requests to a registry in trouble.
package bad

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/avast/retry-go/v4"
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
	rc := retryablehttp.NewClient() // OR retry-timeout
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
	var p Pattern
	err := retry.Do( // OR retry-timeout
		func() (err error) {
			p, err = r.get(ctx, puppet) // EXPECT retry-timeout
			return err
		},
		retry.Context(ctx),
		retry.Attempts(5), // OR retry-timeout
		retry.Delay(300*time.Millisecond),
		retry.MaxJitter(300*time.Millisecond),
		retry.RetryIf(func(err error) bool { return !errors.Is(err, ErrRefused) }),
		retry.LastErrorOnly(true),
	)
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
	resp, err := r.http.Do(req) // OR retry-timeout
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
