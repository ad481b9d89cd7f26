// Package good tells a smith's app when the forge is hot enough to work at.
// The ten seconds of a request are a deadline of all readings, each of which may take two.
package good

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"
)

const (
	readyBudget  = 10 * time.Second // the app's patience
	readingLimit = 2 * time.Second
	readingGap   = 700 * time.Millisecond
	hot          = 1150 // degrees Celsius
)

var errCold = errors.New("forge still cold")

// Sensor measures the temperature of the hearth.
type Sensor interface {
	Celsius(ctx context.Context) (float64, error)
}

// Forge answers the app.
type Forge struct {
	sensor Sensor
	log    *slog.Logger
}

// ServeHTTP answers 204 as soon as the forge is hot.
func (f *Forge) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	err := f.await(r.Context())
	switch {
	case err == nil:
		w.WriteHeader(http.StatusNoContent)
	case errors.Is(err, errCold):
		http.Error(w, "not yet", http.StatusTooEarly)
	default:
		f.log.Error("hearth not measured", "err", err)
		http.Error(w, "sensor fails", http.StatusServiceUnavailable)
	}
}

// await returns within readyBudget.
func (f *Forge) await(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, readyBudget)
	defer cancel()
	last := errCold
	for ctx.Err() == nil {
		t, err := f.measure(ctx)
		switch {
		case err != nil:
			last = err
		case t >= hot:
			return nil
		default:
			last = fmt.Errorf("%w: %.0f degrees", errCold, t)
		}
		select {
		case <-ctx.Done():
			return errors.Join(last, ctx.Err())
		case <-time.After(readingGap):
		}
	}
	return last
}

func (f *Forge) measure(ctx context.Context) (float64, error) {
	ctx, cancel := context.WithTimeout(ctx, readingLimit)
	defer cancel()
	return f.sensor.Celsius(ctx)
}
