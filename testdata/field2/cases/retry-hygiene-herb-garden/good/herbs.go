// Package good reads the moisture of a herb garden's beds.
// A reading that was cancelled is not tried again, and a pause ends with the reader's context.
package good

import (
	"context"
	"errors"
	"faultfield2/cases/retry-hygiene-herb-garden/good/attempts"
	"fmt"
	"net/http"
	"strconv"
	"time"
)

// Sensor is in a bed.
type Sensor interface {
	Moisture(ctx context.Context, bed int) (float64, error)
}

// Garden has beds.
type Garden struct {
	sensor Sensor
	plan   attempts.Plan
}

// NewGarden returns a garden whose radio needs a moment between two readings.
func NewGarden(s Sensor) *Garden {
	return &Garden{sensor: s, plan: attempts.Plan{
		Max:   6,
		Pause: 10 * time.Millisecond,
		Retry: func(err error) bool { return !errors.Is(err, context.Canceled) },
	}}
}

// ServeHTTP answers with the moisture of a bed.
func (g *Garden) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	bed, err := strconv.Atoi(r.PathValue("bed"))
	if err != nil {
		http.NotFound(w, r)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), 20*time.Second)
	defer cancel()
	m, err := attempts.Do(ctx, g.plan, func() (float64, error) {
		return g.sensor.Moisture(ctx, bed)
	})
	if err != nil {
		http.Error(w, err.Error(), http.StatusGatewayTimeout)
		return
	}
	fmt.Fprintf(w, "%.1f\n", m)
}
