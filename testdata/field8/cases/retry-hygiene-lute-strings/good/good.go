// Package good asks a string maker's shop for the price of a set of lute strings.
// PassthroughErrorHandler hands out the last answer when the tries are used up, so the branch for 503 is reached.
package good

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

const priceLimit = 30 * time.Second

// ClosedError says that the shop takes no orders for a while.
type ClosedError struct {
	Until  time.Time `json:"until"`
	Reason string    `json:"reason"`
}

func (e *ClosedError) Error() string {
	return fmt.Sprintf("closed until %s: %s", e.Until.Format(time.DateOnly), e.Reason)
}

// Shop is a client of the string maker's.
type Shop struct {
	base   string
	client *retryablehttp.Client
}

// New returns the shop at base.
func New(base string) *Shop {
	rc := retryablehttp.NewClient()
	rc.Logger = nil
	rc.HTTPClient.Timeout = 5 * time.Second
	rc.RetryMax = 3
	rc.RetryWaitMin = 200 * time.Millisecond
	rc.RetryWaitMax = 600 * time.Millisecond
	rc.Backoff = retryablehttp.LinearJitterBackoff
	rc.ErrorHandler = retryablehttp.PassthroughErrorHandler
	return &Shop{base: base, client: rc}
}

// Price returns the price of a set in cents, or a *ClosedError.
func (s *Shop) Price(ctx context.Context, set string) (int, error) {
	ctx, cancel := context.WithTimeout(ctx, priceLimit)
	defer cancel()
	req, err := retryablehttp.NewRequestWithContext(ctx, http.MethodGet, s.base+"/prices?set="+url.QueryEscape(set), nil)
	if err != nil {
		return 0, fmt.Errorf("price of %s: %w", set, err)
	}
	resp, err := s.client.Do(req)
	if err != nil {
		return 0, fmt.Errorf("price of %s: %w", set, err)
	}
	defer resp.Body.Close()
	body := json.NewDecoder(io.LimitReader(resp.Body, 64<<10))
	switch resp.StatusCode {
	case http.StatusOK:
		var out struct {
			Cents int `json:"cents"`
		}
		if err := body.Decode(&out); err != nil {
			return 0, fmt.Errorf("price of %s: %w", set, err)
		}
		return out.Cents, nil
	case http.StatusServiceUnavailable:
		closed := new(ClosedError)
		if err := body.Decode(closed); err != nil {
			return 0, fmt.Errorf("price of %s: %s", set, resp.Status)
		}
		return 0, closed
	default:
		return 0, fmt.Errorf("price of %s: %s", set, resp.Status)
	}
}
