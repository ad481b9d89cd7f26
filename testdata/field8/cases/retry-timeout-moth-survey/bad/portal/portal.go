// Package portal has the HTTP client for the read-only interfaces of the biodiversity portal.
package portal

import (
	"net/http"
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/failsafehttp"
	"github.com/failsafe-go/failsafe-go/timeout"
)

// NewClient returns a client that makes a request again when the portal is overloaded or a try takes too long.
func NewClient() *http.Client {
	retries := failsafehttp.NewRetryPolicyBuilder().
		WithMaxRetries(3).
		WithBackoff(200*time.Millisecond, 2*time.Second).
		WithJitterFactor(0.2).
		ReturnLastFailure().
		Build()
	tries := timeout.New[*http.Response](5 * time.Second)
	return &http.Client{
		Transport: failsafehttp.NewRoundTripper(http.DefaultTransport, failsafe.Policy[*http.Response](retries), tries),
		Timeout:   40 * time.Second,
	}
}
