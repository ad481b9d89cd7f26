// Package ok reads forecasts for wind farms.
package ok

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	"github.com/failsafe-go/failsafe-go/timeout"
)

// Forecast is the wind expected at a site.
type Forecast struct {
	Site   string    `json:"site"`
	At     time.Time `json:"at"`
	Speeds []float64 `json:"speeds"`
}

var errRefused = errors.New("request refused")

// Weather is a client of the forecast service.
type Weather struct {
	base string
	hc   *http.Client
	exec failsafe.Executor[Forecast]
}

// NewWeather returns a client: three attempts of four seconds within fifteen.
func NewWeather(base string) *Weather {
	whole := timeout.New[Forecast](15 * time.Second)
	tries := retrypolicy.NewBuilder[Forecast]().
		WithMaxAttempts(3).
		WithBackoff(200*time.Millisecond, time.Second).
		WithJitterFactor(0.2).
		AbortOnErrors(errRefused, context.Canceled).
		Build()
	one := timeout.New[Forecast](4 * time.Second)
	return &Weather{
		base: base,
		hc:   &http.Client{Timeout: 5 * time.Second},
		exec: failsafe.With[Forecast](whole, tries, one),
	}
}

// Forecast returns the newest forecast of a site.
func (w *Weather) Forecast(ctx context.Context, site string) (Forecast, error) {
	f, err := w.exec.WithContext(ctx).GetWithExecution(func(e failsafe.Execution[Forecast]) (Forecast, error) {
		return w.get(e.Context(), site)
	})
	if err != nil {
		return Forecast{}, fmt.Errorf("forecast for %s: %w", site, err)
	}
	return f, nil
}

func (w *Weather) get(ctx context.Context, site string) (Forecast, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, w.base+"/forecast?site="+url.QueryEscape(site), nil)
	if err != nil {
		return Forecast{}, errors.Join(errRefused, err)
	}
	resp, err := w.hc.Do(req)
	if err != nil {
		return Forecast{}, err
	}
	defer resp.Body.Close()
	var f Forecast
	switch {
	case resp.StatusCode == http.StatusOK:
		err := json.NewDecoder(resp.Body).Decode(&f)
		return f, err
	case resp.StatusCode < 500:
		return f, fmt.Errorf("%w: %s", errRefused, resp.Status)
	}
	return f, errors.New(resp.Status)
}
