// Package good looks up glove sizes for a shop's till. Attempts, their timeouts and the waits
// between them fit into the time that a lookup has.
package good

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

const lookupBudget = 20 * time.Second

// Size is a glove size with the hand it fits.
type Size struct {
	Label string  `json:"label"`
	Palm  float64 `json:"palm_cm"`
}

// Sizes is a client of the size chart service.
type Sizes struct {
	base string
	http *retryablehttp.Client
}

// NewSizes returns a client of the service at base.
func NewSizes(base string) *Sizes {
	rc := retryablehttp.NewClient()
	rc.Logger = nil
	rc.HTTPClient.Timeout = 4 * time.Second
	rc.RetryMax = 3
	rc.RetryWaitMin = 250 * time.Millisecond
	rc.RetryWaitMax = time.Second
	return &Sizes{base: base, http: rc}
}

// Of returns the sizes of a brand.
func (s *Sizes) Of(ctx context.Context, brand string) ([]Size, error) {
	ctx, cancel := context.WithTimeout(ctx, lookupBudget)
	defer cancel()
	req, err := retryablehttp.NewRequestWithContext(ctx, http.MethodGet, s.base+"/charts/"+url.PathEscape(brand), nil)
	if err != nil {
		return nil, err
	}
	resp, err := s.http.Do(req)
	if err != nil {
		return nil, fmt.Errorf("sizes of %s: %w", brand, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("sizes of %s: %s", brand, resp.Status)
	}
	var sizes []Size
	if err := json.NewDecoder(resp.Body).Decode(&sizes); err != nil {
		return nil, fmt.Errorf("sizes of %s: %w", brand, err)
	}
	return sizes, nil
}

// Till answers the tills of a shop.
type Till struct {
	sizes *Sizes
	log   *slog.Logger
}

// ServeHTTP lists the sizes of the brand in the path.
func (t *Till) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	sizes, err := t.sizes.Of(r.Context(), r.PathValue("brand"))
	if err != nil {
		t.log.ErrorContext(r.Context(), "size lookup", "err", err)
		http.Error(w, "no size chart", http.StatusBadGateway)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(sizes)
}
