// Package bad asks a carrier for the price of a shipment.
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

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	"github.com/failsafe-go/failsafe-go/timeout"
)

const (
	answerLimit = 1500 * time.Millisecond // the carrier answers in 200 ms, or hangs
	quoteBudget = 9 * time.Second
)

type statusError int

func (e statusError) Error() string { return fmt.Sprintf("carrier answered %d", int(e)) }

// Quote is an offer.
type Quote struct {
	Cents int64 `json:"cents"`
	Days  int   `json:"days"`
}

// Carrier is a client of the carrier.
type Carrier struct {
	base   string
	client *http.Client
	exec   failsafe.Executor[Quote]
}

// NewCarrier returns a client.
func NewCarrier(base string) *Carrier {
	limit := timeout.New[Quote](answerLimit) // OR retry-timeout
	again := retrypolicy.NewBuilder[Quote]().
		HandleIf(func(_ Quote, err error) bool { return passing(err) }).
		WithMaxAttempts(4).
		WithBackoff(200*time.Millisecond, time.Second).
		WithJitterFactor(0.25).
		ReturnLastFailure().
		Build()
	return &Carrier{
		base:   base,
		client: &http.Client{},
		exec:   failsafe.With(limit, again), // EXPECT retry-timeout
	}
}

func passing(err error) bool {
	var se statusError
	if errors.As(err, &se) {
		return se >= 500 || se == http.StatusTooManyRequests
	}
	return err != nil
}

// Quote returns the price of sending grams to a postal code.
func (c *Carrier) Quote(ctx context.Context, code string, grams int) (Quote, error) {
	ctx, cancel := context.WithTimeout(ctx, quoteBudget)
	defer cancel()
	q, err := c.exec.WithContext(ctx).GetWithExecution(func(exec failsafe.Execution[Quote]) (Quote, error) { // OR retry-timeout
		return c.fetch(exec.Context(), code, grams)
	})
	if err != nil {
		return Quote{}, fmt.Errorf("quote for %s: %w", code, err)
	}
	return q, nil
}

func (c *Carrier) fetch(ctx context.Context, code string, grams int) (Quote, error) {
	u := fmt.Sprintf("%s/quotes?to=%s&grams=%d", c.base, url.QueryEscape(code), grams)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u, nil)
	if err != nil {
		return Quote{}, err
	}
	resp, err := c.client.Do(req)
	if err != nil {
		return Quote{}, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return Quote{}, statusError(resp.StatusCode)
	}
	var q Quote
	err = json.NewDecoder(io.LimitReader(resp.Body, 1<<16)).Decode(&q)
	return q, err
}
