// Package weather reads forecasts.
package weather

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"

	"faultfield4/cases/retry-timeout-client-cut/bad/stubborn"
)

// Forecast is the weather of one day.
type Forecast struct {
	Day  string  `json:"day"`
	Rain float64 `json:"rain"`
	High float64 `json:"high"`
}

// Service is a client of the forecast service.
type Service struct {
	http *http.Client
	base string
}

// New returns a Service.
func New(base string) *Service {
	return &Service{
		base: base,
		http: &http.Client{ // OR retry-timeout
			Transport: stubborn.NewTransport(), // OR retry-timeout
			Timeout:   stubborn.TryTimeout,     // EXPECT retry-timeout
		},
	}
}

// Week returns the forecasts of the next seven days for a place.
func (s *Service) Week(ctx context.Context, place string) ([]Forecast, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.base+"/week?place="+url.QueryEscape(place), nil)
	if err != nil {
		return nil, err
	}
	resp, err := s.http.Do(req)
	if err != nil {
		return nil, fmt.Errorf("forecast for %s: %w", place, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("forecast for %s: %s", place, resp.Status)
	}
	var week []Forecast
	if err := json.NewDecoder(io.LimitReader(resp.Body, 256<<10)).Decode(&week); err != nil {
		return nil, fmt.Errorf("forecast for %s: %w", place, err)
	}
	return week, nil
}
