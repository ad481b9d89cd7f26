// Package good asks freight carriers for quotes; each try may take 800 ms.
// The timeout policy stands after the retry policy, so it is the inner one and starts with each
// try; the caller's context bounds the whole.
package good

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	"github.com/failsafe-go/failsafe-go/timeout"
)

// Quote is a price for a shipment.
type Quote struct {
	Carrier string `json:"carrier"`
	Cents   int64  `json:"cents"`
}

// Quotes asks one carrier.
type Quotes struct {
	base   string
	client *http.Client
	exec   failsafe.Executor[*Quote]
}

// New returns Quotes of the carrier at base.
func New(base string, client *http.Client) *Quotes {
	again := retrypolicy.NewBuilder[*Quote]().
		HandleErrors(timeout.ErrExceeded, errUnavailable).
		WithMaxRetries(3).
		WithBackoff(100*time.Millisecond, time.Second).
		WithJitterFactor(0.3).
		Build()
	limit := timeout.New[*Quote](800 * time.Millisecond)
	return &Quotes{
		base:   base,
		client: client,
		exec:   failsafe.With(again, limit),
	}
}

var errUnavailable = fmt.Errorf("carrier unavailable")

// Get returns a quote for a weight in grams.
func (q *Quotes) Get(ctx context.Context, grams int) (*Quote, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	return q.exec.WithContext(ctx).GetWithExecution(func(e failsafe.Execution[*Quote]) (*Quote, error) {
		return q.fetch(e.Context(), grams)
	})
}

func (q *Quotes) fetch(ctx context.Context, grams int) (*Quote, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, fmt.Sprintf("%s/quote?g=%d", q.base, grams), nil)
	if err != nil {
		return nil, err
	}
	resp, err := q.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 500 {
		return nil, errUnavailable
	}
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("carrier answered %s", resp.Status)
	}
	var out Quote
	err = json.NewDecoder(resp.Body).Decode(&out)
	return &out, err
}
