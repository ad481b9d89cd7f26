// Package good looks at every sensor of a greenhouse and answers with the first fault. The
// channel has room for the reports of all, so a look that ends after the answer can report
// and go.
package good

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

// Sensor is one device.
type Sensor interface {
	Name() string
	// Look returns nil if the device is in order. It ends with ctx.
	Look(ctx context.Context) error
}

// Panel watches the sensors.
type Panel struct {
	sensors []Sensor
	limit   time.Duration
}

// New returns a panel of the sensors.
func New(sensors ...Sensor) *Panel { return &Panel{sensors: sensors, limit: 3 * time.Second} }

// Check returns the first fault.
func (p *Panel) Check(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, p.limit)
	defer cancel()
	reports := make(chan error, len(p.sensors))
	for _, s := range p.sensors {
		go func() {
			if err := s.Look(ctx); err != nil {
				reports <- fmt.Errorf("%s: %w", s.Name(), err)
				return
			}
			reports <- nil
		}()
	}
	for range p.sensors {
		select {
		case err := <-reports:
			if err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// ServeHTTP answers the probes of the heating.
func (p *Panel) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	verdict := struct {
		OK    bool   `json:"ok"`
		Fault string `json:"fault,omitempty"`
	}{OK: true}
	code := http.StatusOK
	if err := p.Check(r.Context()); err != nil {
		verdict.OK, verdict.Fault = false, err.Error()
		code = http.StatusServiceUnavailable
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(code)
	json.NewEncoder(w).Encode(verdict)
}
