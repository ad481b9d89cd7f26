// Package bad looks up fishing permits with signed queries. The retried function adds nonce and
// signature to values made outside of it: the second attempt carries two of each, signed over
// the leftovers of the first, so a retry can never succeed.
package bad

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/google/uuid"
)

// Permit lets somebody fish in a zone.
type Permit struct {
	Number string    `json:"number"`
	Zone   string    `json:"zone"`
	Until  time.Time `json:"until"`
}

// Registry is a client of the permit office.
type Registry struct {
	hc     *http.Client // with a timeout for each request
	base   string
	secret []byte
}

// Permits returns the permits of a boat.
func (r *Registry) Permits(ctx context.Context, boat string, on time.Time) ([]Permit, error) {
	query := url.Values{"boat": {boat}, "on": {on.Format(time.DateOnly)}}
	permits, err := backoff.Retry(ctx, func() ([]Permit, error) { // OR retry-effect
		query.Add("nonce", uuid.NewString())     // EXPECT retry-effect
		query.Add("sig", r.sign(query.Encode())) // OR retry-effect
		return r.fetch(ctx, query)
	}, backoff.WithMaxTries(4), backoff.WithMaxElapsedTime(30*time.Second))
	if err != nil {
		return nil, fmt.Errorf("permits of %s: %w", boat, err)
	}
	return permits, nil
}

func (r *Registry) fetch(ctx context.Context, query url.Values) ([]Permit, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, r.base+"/permits?"+query.Encode(), nil)
	if err != nil {
		return nil, backoff.Permanent(fmt.Errorf("build request: %w", err))
	}
	resp, err := r.hc.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode >= 500:
		return nil, fmt.Errorf("office answered %s", resp.Status)
	case resp.StatusCode != http.StatusOK:
		return nil, backoff.Permanent(fmt.Errorf("office answered %s", resp.Status))
	}
	var permits []Permit
	if err := json.NewDecoder(resp.Body).Decode(&permits); err != nil {
		return nil, backoff.Permanent(fmt.Errorf("decode permits: %w", err))
	}
	return permits, nil
}

func (r *Registry) sign(text string) string {
	mac := hmac.New(sha256.New, r.secret)
	mac.Write([]byte(text))
	return hex.EncodeToString(mac.Sum(nil))
}
