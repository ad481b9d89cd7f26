// Package good announces a ferry at the next pier over a radio link and tries again with
// doubling pauses. The settings are milliseconds as plain numbers, and pause says so.
package good

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"
)

// ErrPierBusy is the pier's "ask again"; nothing was announced then.
var ErrPierBusy = errors.New("pier is busy")

// Settings come from the ferry's configuration file.
type Settings struct {
	Tries     int   `yaml:"tries"`
	FirstWait int64 `yaml:"firstWaitMillis"`
	MaxWait   int64 `yaml:"maxWaitMillis"`
	Budget    int64 `yaml:"budgetMillis"`
}

// Defaults are used for settings that are missing.
var Defaults = Settings{Tries: 8, FirstWait: 200, MaxWait: 5000, Budget: 60000}

// Pier is the link to a pier. An announcement of a trip replaces an earlier one.
type Pier interface {
	Announce(ctx context.Context, trip string, eta time.Time) error
}

// Whistle announces trips.
type Whistle struct {
	pier Pier
	set  Settings
	log  *slog.Logger
}

// NewWhistle returns a Whistle for a pier.
func NewWhistle(pier Pier, set Settings, log *slog.Logger) *Whistle {
	return &Whistle{pier: pier, set: set, log: log}
}

// Announce tells the pier when a trip arrives.
func (w *Whistle) Announce(ctx context.Context, trip string, eta time.Time) error {
	ctx, cancel := context.WithTimeout(ctx, time.Duration(w.set.Budget)*time.Millisecond)
	defer cancel()

	for try := 1; ; try++ {
		err := w.pier.Announce(ctx, trip, eta)
		if err == nil {
			return nil
		}
		if try >= w.set.Tries || !errors.Is(err, ErrPierBusy) {
			return fmt.Errorf("announce trip %s, %d tries: %w", trip, try, err)
		}
		d := w.pause(try)
		w.log.InfoContext(ctx, "pier busy", "trip", trip, "try", try, "pause", d)
		select {
		case <-time.After(d):
		case <-ctx.Done():
			return fmt.Errorf("announce trip %s: %w", trip, errors.Join(ctx.Err(), err))
		}
	}
}

// pause doubles from FirstWait to MaxWait and is spread over its upper half.
func (w *Whistle) pause(try int) time.Duration {
	d := time.Duration(min(w.set.FirstWait<<min(try-1, 16), w.set.MaxWait)) * time.Millisecond
	return d/2 + rand.N(d/2+1)
}
