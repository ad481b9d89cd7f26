// Package good reads the sensors of an aquarium's tanks through a transport that repeats requests.
// Each request gets a policy of its own, because a policy counts its retries.
package good

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
	next http.RoundTripper
}

// NewTransport wraps next.
func NewTransport(next http.RoundTripper) *Transport {
	return &Transport{next: next}
}

// policy allows three retries.
func policy() retry.Backoff {
	b := retry.NewExponential(200 * time.Millisecond)
	b = retry.WithCappedDuration(2*time.Second, b)
	b = retry.WithJitterPercent(25, b)
	return retry.WithMaxRetries(3, b)
}

// RoundTrip implements http.RoundTripper.
func (t *Transport) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.Method != http.MethodGet && req.Method != http.MethodHead {
		return t.next.RoundTrip(req)
	}
	return retry.DoValue(req.Context(), policy(), func(ctx context.Context) (*http.Response, error) {
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
