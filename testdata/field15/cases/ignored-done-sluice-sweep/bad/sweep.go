// Package sweep asks all sluices of a polder for their level and makes up a report.
package sweep

import (
	"context"
	"log/slog"
	"time"
)

const sweepLimit = 20 * time.Second

// Level is the answer of one sluice.
type Level struct {
	Sluice string
	Metres float64
}

// Sluice is read over a radio link, which may be slow.
type Sluice interface {
	Name() string
	Level(ctx context.Context) (float64, error)
}

// Report holds the levels of one sweep and who did not answer.
type Report struct {
	Levels  map[string]float64
	Missing []string
}

// Sweeper makes reports.
type Sweeper struct {
	sluices []Sluice
	log     *slog.Logger
}

// Sweep asks every sluice once. It takes at most sweepLimit; a sluice that has not answered
// by then is missing from the report.
func (s *Sweeper) Sweep(ctx context.Context) *Report {
	ctx, cancel := context.WithTimeout(ctx, sweepLimit)
	defer cancel()

	answers := make(chan Level, len(s.sluices))
	for _, sl := range s.sluices {
		go s.ask(ctx, sl, answers)
	}

	rep := &Report{Levels: make(map[string]float64, len(s.sluices))}
	for len(rep.Levels) < len(s.sluices) { // OR ignored-done
		select {
		case l := <-answers:
			rep.Levels[l.Sluice] = l.Metres
		case <-ctx.Done(): // OR ignored-done
			s.log.Warn("sweep cut short", "levels", len(rep.Levels), "err", ctx.Err())
			break // EXPECT ignored-done
		}
	}

	for _, sl := range s.sluices {
		if _, ok := rep.Levels[sl.Name()]; !ok {
			rep.Missing = append(rep.Missing, sl.Name())
		}
	}
	return rep
}

func (s *Sweeper) ask(ctx context.Context, sl Sluice, answers chan<- Level) {
	metres, err := sl.Level(ctx)
	if err != nil {
		s.log.Info("no level", "sluice", sl.Name(), "err", err)
		return
	}
	answers <- Level{Sluice: sl.Name(), Metres: metres}
}
