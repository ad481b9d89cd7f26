// Package bad reads the counts of moth traps from a biodiversity portal.
// The transport from package portal makes each request up to four times, and the retries here go round
// that: 24 requests for one trap of a portal that is already answering 503.
package bad

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/sethvargo/go-retry"

	"faultfield8/cases/retry-timeout-moth-survey/bad/portal"
)

const countLimit = 90 * time.Second

// Survey reads trap counts.
type Survey struct {
	base   string
	client *http.Client
}

// New returns a Survey of the portal at base.
func New(base string) *Survey {
	return &Survey{base: base, client: portal.NewClient()} // OR retry-timeout
}

var errPortal = errors.New("portal not available")

// Counts returns how many moths of each species were in a trap.
func (s *Survey) Counts(ctx context.Context, trap string) (map[string]int, error) {
	ctx, cancel := context.WithTimeout(ctx, countLimit)
	defer cancel()

	policy := retry.NewExponential(300 * time.Millisecond)
	policy = retry.WithCappedDuration(3*time.Second, policy)
	policy = retry.WithMaxRetries(5, retry.WithJitterPercent(25, policy))                         // OR retry-timeout
	counts, err := retry.DoValue(ctx, policy, func(ctx context.Context) (map[string]int, error) { // OR retry-timeout
		counts, err := s.get(ctx, trap) // EXPECT retry-timeout
		if errors.Is(err, errPortal) {
			return nil, retry.RetryableError(err)
		}
		return counts, err
	})
	if err != nil {
		return nil, fmt.Errorf("trap %s: %w", trap, err)
	}
	return counts, nil
}

func (s *Survey) get(ctx context.Context, trap string) (map[string]int, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.base+"/traps/"+url.PathEscape(trap)+"/counts", nil)
	if err != nil {
		return nil, err
	}
	resp, err := s.client.Do(req) // OR retry-timeout
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errPortal, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 500 {
		return nil, fmt.Errorf("%w: %s", errPortal, resp.Status)
	}
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("portal answered %s", resp.Status)
	}
	counts := map[string]int{}
	if err := json.NewDecoder(io.LimitReader(resp.Body, 1<<20)).Decode(&counts); err != nil {
		return nil, fmt.Errorf("decode counts: %w", err)
	}
	return counts, nil
}
