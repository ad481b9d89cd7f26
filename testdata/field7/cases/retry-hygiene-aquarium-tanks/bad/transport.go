// Package bad reads the sensors of an aquarium's tanks through a transport that repeats requests.
// The policy is built once and counts its retries for ever: after the third retry in the life of the
// client it is used up, and from then on no request is repeated.
package bad

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/sethvargo/go-retry"
)

// Transport repeats reading requests that found the server away.
type Transport struct {
	next   http.RoundTripper
	policy retry.Backoff
}

// NewTransport wraps next.
func NewTransport(next http.RoundTripper) *Transport {
	return &Transport{next: next, policy: policy()} // EXPECT retry-hygiene
}

// policy allows three retries.
func policy() retry.Backoff {
	b := retry.NewExponential(200 * time.Millisecond)
	b = retry.WithCappedDuration(2*time.Second, b)
	b = retry.WithJitterPercent(25, b)
	return retry.WithMaxRetries(3, b) // OR retry-hygiene
}

// RoundTrip implements http.RoundTripper.
func (t *Transport) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.Method != http.MethodGet && req.Method != http.MethodHead {
		return t.next.RoundTrip(req)
	}
	return retry.DoValue(req.Context(), t.policy, func(ctx context.Context) (*http.Response, error) { // OR retry-hygiene
		resp, err := t.next.RoundTrip(req)
		if err != nil {
			return nil, retry.RetryableError(err)
		}
		if resp.StatusCode != http.StatusBadGateway && resp.StatusCode != http.StatusServiceUnavailable {
			return resp, nil
		}
		defer resp.Body.Close()
		if _, err := io.CopyN(io.Discard, resp.Body, 4<<10); err != nil && err != io.EOF {
			return nil, retry.RetryableError(err)
		}
		return nil, retry.RetryableError(fmt.Errorf("server away: %s", resp.Status))
	})
}
