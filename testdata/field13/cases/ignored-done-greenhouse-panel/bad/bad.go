// Package bad looks at every sensor of a greenhouse and answers with the first fault. All
// the looks report on one unbuffered channel, and the answer leaves after the first fault or
// at the end of the context: every look that ends later waits for ever for its report to be taken.
package bad

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
	reports := make(chan error) // OR ignored-done
	for _, s := range p.sensors {
		go func() { // OR ignored-done
			if err := s.Look(ctx); err != nil {
				reports <- fmt.Errorf("%s: %w", s.Name(), err) // EXPECT ignored-done
				return
			}
			reports <- nil // OR ignored-done
		}()
	}
	for range p.sensors {
		select {
		case err := <-reports:
			if err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err() // OR ignored-done
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
