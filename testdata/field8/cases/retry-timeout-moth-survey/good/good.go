// Package good reads the counts of moth traps from a biodiversity portal.
// The transport from package portal makes each request up to four times; nothing here repeats it again.
package good

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"faultfield8/cases/retry-timeout-moth-survey/good/portal"
)

const countLimit = 90 * time.Second

// Survey reads trap counts.
type Survey struct {
	base   string
	client *http.Client
}

// New returns a Survey of the portal at base.
func New(base string) *Survey {
	return &Survey{base: base, client: portal.NewClient()}
}

// Counts returns how many moths of each species were in a trap.
func (s *Survey) Counts(ctx context.Context, trap string) (map[string]int, error) {
	ctx, cancel := context.WithTimeout(ctx, countLimit)
	defer cancel()
	counts, err := s.get(ctx, trap)
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
	resp, err := s.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("portal answered %s", resp.Status)
	}
	counts := map[string]int{}
	if err := json.NewDecoder(io.LimitReader(resp.Body, 1<<20)).Decode(&counts); err != nil {
		return nil, fmt.Errorf("decode counts: %w", err)
	}
	return counts, nil
}
