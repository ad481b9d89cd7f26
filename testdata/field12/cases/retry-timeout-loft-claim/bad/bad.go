// Package bad claims a rehearsal loft at the booking service, which holds the call until it is free.
// The service is asked to wait for half a minute, but the HTTP client hangs up after ten seconds:
// a claim on a loft in use never gets an answer, and the service may grant it to nobody.
package bad

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"
)

// ErrTaken says that the loft did not become free while the claim waited.
var ErrTaken = errors.New("loft is taken")

const (
	callTimeout = 10 * time.Second // OR retry-timeout
	claimWait   = 30 * time.Second // OR retry-timeout
)

// Lofts is a client of the booking service.
type Lofts struct {
	base   string
	band   string
	client *http.Client
}

// NewLofts returns a client that claims for band.
func NewLofts(base, band string) *Lofts {
	return &Lofts{base: base, band: band, client: &http.Client{Timeout: callTimeout}} // OR retry-timeout
}

// Claim waits until the loft is free and takes it; to claim a loft twice changes nothing.
func (l *Lofts) Claim(ctx context.Context, loft string) error {
	status, err := l.send(ctx, http.MethodPut, loft, url.Values{"wait": {claimWait.String()}}) // EXPECT retry-timeout
	switch {
	case err != nil:
		return fmt.Errorf("claim %s: %w", loft, err)
	case status == http.StatusConflict:
		return fmt.Errorf("claim %s: %w", loft, ErrTaken)
	case status >= 300:
		return fmt.Errorf("claim %s: status %d", loft, status)
	}
	return nil
}

// Release gives the loft back.
func (l *Lofts) Release(ctx context.Context, loft string) error {
	status, err := l.send(ctx, http.MethodDelete, loft, nil)
	switch {
	case err != nil:
		return fmt.Errorf("release %s: %w", loft, err)
	case status >= 300 && status != http.StatusNotFound:
		return fmt.Errorf("release %s: status %d", loft, status)
	}
	return nil
}

func (l *Lofts) send(ctx context.Context, method, loft string, q url.Values) (int, error) {
	u := l.base + "/lofts/" + url.PathEscape(loft) + "/claims/" + url.PathEscape(l.band)
	if len(q) > 0 {
		u += "?" + q.Encode()
	}
	req, err := http.NewRequestWithContext(ctx, method, u, nil)
	if err != nil {
		return 0, err
	}
	resp, err := l.client.Do(req) // OR retry-timeout
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	return resp.StatusCode, nil
}
