// Package guild has the HTTP client that all tools of the guild share.
package guild

import (
	"net/http"
	"time"

	"github.com/failsafe-go/failsafe-go/failsafehttp"
)

// NewClient returns a client for reading. It repeats what failed in transit or with a 5xx.
func NewClient() *http.Client {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.ResponseHeaderTimeout = 4 * time.Second

	retry := failsafehttp.NewRetryPolicyBuilder().
		WithMaxRetries(3).
		WithBackoff(200*time.Millisecond, 2*time.Second).
		WithJitterFactor(0.3).
		ReturnLastFailure().
		Build()
	return &http.Client{Transport: failsafehttp.NewRoundTripper(t, retry)}
}
