// Package good finds out when the last tram leaves. A search that ends with its context
// returns the context's error, not the answer "no tram".
package good

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"
)

// Departure is one tram.
type Departure struct {
	Line string
	At   time.Time
}

// Depot publishes timetables. Pages are refused now and then while it rewrites them.
type Depot interface {
	Page(ctx context.Context, stop string, n int) (departures []Departure, last bool, err error)
}

// ErrRewriting is returned by a depot that rewrites its timetable.
var ErrRewriting = errors.New("timetable is being rewritten")

// Finder searches timetables.
type Finder struct {
	depot Depot
	log   *slog.Logger
}

// Last returns the last departure from a stop, or nil if none leaves any more.
func (f *Finder) Last(ctx context.Context, stop string) (*Departure, error) {
	var latest *Departure
	for page := 0; ctx.Err() == nil; page++ {
		departures, last, err := f.depot.Page(ctx, stop, page)
		if err != nil {
			return nil, fmt.Errorf("page %d of %s: %w", page, stop, err)
		}
		for i, d := range departures {
			if latest == nil || d.At.After(latest.At) {
				latest = &departures[i]
			}
		}
		if last {
			f.log.DebugContext(ctx, "timetable read", "stop", stop, "pages", page+1)
			return latest, nil
		}
	}
	return nil, fmt.Errorf("timetable of %s: %w", stop, ctx.Err())
}

// Missed says whether the last tram from a stop is gone.
func (f *Finder) Missed(ctx context.Context, stop string, now time.Time) (bool, error) {
	d, err := f.Last(ctx, stop)
	if err != nil {
		return false, err
	}
	return d == nil || d.At.Before(now), nil
}
