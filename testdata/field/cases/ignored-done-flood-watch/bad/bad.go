// Package bad watches river gauges. The loop finds out in its switch that the context is
// over and breaks, out of the switch. From then on every call of a gauge fails at once, and
// the watcher asks them all round and round at full speed.
package bad

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"
)

// Level is what a gauge says.
type Level struct {
	River  string
	Metres float64
}

// Gauge measures one river.
type Gauge interface {
	Name() string
	Read(ctx context.Context) (Level, error)
}

// Siren warns people.
type Siren interface{ Sound(l Level) }

// Watcher asks gauges in turn.
type Watcher struct {
	gauges []Gauge
	siren  Siren
	limit  float64
	log    *slog.Logger
}

// NewWatcher returns a watcher that sounds the siren from limit metres on.
func NewWatcher(siren Siren, limit float64, log *slog.Logger, gauges ...Gauge) (*Watcher, error) {
	if len(gauges) == 0 {
		return nil, fmt.Errorf("nothing to watch for a limit of %.2f m", limit)
	}
	return &Watcher{gauges: gauges, siren: siren, limit: limit, log: log}, nil
}

// Watch asks one gauge after the other, each round at most as often as every says.
func (w *Watcher) Watch(ctx context.Context, every time.Duration) error {
	round := time.NewTicker(every)
	defer round.Stop()
	for n := 0; ; n++ {
		gauge := w.gauges[n%len(w.gauges)]
		level, err := gauge.Read(ctx)
		switch {
		case errors.Is(err, context.Canceled): // OR ignored-done
			w.log.Info("flood watch ends", "rounds", n/len(w.gauges))
			break // EXPECT ignored-done
		case err != nil:
			w.log.Warn("gauge is silent", "river", gauge.Name(), "err", err)
		case level.Metres >= w.limit:
			w.siren.Sound(level)
		}
		if n%len(w.gauges) < len(w.gauges)-1 {
			continue
		}
		select {
		case <-round.C:
		case <-ctx.Done(): // OR ignored-done
			w.log.Debug("no more rounds")
		}
	}
}
