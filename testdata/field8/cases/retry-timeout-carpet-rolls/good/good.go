// Package good asks a warehouse how much of a carpet is left on its roll.
// The policies give each try two seconds, and the request is made with the context of the try that they cancel.
package good

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
	askLimit = 9 * time.Second
	tryLimit = 2 * time.Second
)

var errRefused = errors.New("warehouse refused")

// Warehouse answers for its rolls.
type Warehouse struct {
	base   string
	client *http.Client
	policy failsafe.Executor[float64]
}

// New returns the warehouse at base.
func New(base string) *Warehouse {
	again := retrypolicy.NewBuilder[float64]().
		WithMaxAttempts(3).
		WithBackoff(150*time.Millisecond, time.Second).
		WithJitterFactor(0.25).
		AbortOnErrors(context.Canceled, context.DeadlineExceeded, errRefused).
		ReturnLastFailure().
		Build()
	return &Warehouse{
		base:   base,
		client: &http.Client{Timeout: askLimit},
		policy: failsafe.With[float64](again, timeout.New[float64](tryLimit)),
	}
}

// Left returns how many metres of a carpet are on the roll.
func (w *Warehouse) Left(ctx context.Context, carpet string) (float64, error) {
	ctx, cancel := context.WithTimeout(ctx, askLimit)
	defer cancel()
	metres, err := w.policy.WithContext(ctx).GetWithExecution(func(try failsafe.Execution[float64]) (float64, error) {
		return w.ask(try.Context(), carpet)
	})
	if err != nil {
		return 0, fmt.Errorf("carpet %s: %w", carpet, err)
	}
	return metres, nil
}

func (w *Warehouse) ask(ctx context.Context, carpet string) (float64, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, w.base+"/rolls/"+url.PathEscape(carpet), nil)
	if err != nil {
		return 0, err
	}
	resp, err := w.client.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode >= 500:
		return 0, fmt.Errorf("warehouse answered %s", resp.Status)
	case resp.StatusCode != http.StatusOK:
		return 0, fmt.Errorf("%w: %s", errRefused, resp.Status)
	}
	var roll struct {
		Metres float64 `json:"metres"`
	}
	err = json.NewDecoder(io.LimitReader(resp.Body, 16<<10)).Decode(&roll)
	return roll.Metres, err
}
