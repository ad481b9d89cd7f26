// Package bad keeps a pilot station on the roster of a harbour. When the station stops, it signs
// off through a helper that gets the context that has just ended. The harbour goes on calling
// pilots who have gone home.
package bad

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"faultfield/cases/ignored-done-pilot-roster/bad/roster"
)

// Station has pilots.
type Station struct {
	name   string
	roster *roster.Client
	every  time.Duration
	log    *slog.Logger
}

// NewStation returns a station that is not on the roster yet.
func NewStation(name string, r *roster.Client, log *slog.Logger) *Station {
	return &Station{name: name, roster: r, every: 30 * time.Second, log: log}
}

// Serve is on the roster until ctx ends.
func (s *Station) Serve(ctx context.Context, pilots int) error {
	if err := s.roster.SignOn(ctx, s.name, pilots); err != nil {
		return fmt.Errorf("sign on: %w", err)
	}
	beat := time.NewTicker(s.every)
	defer beat.Stop()
	for {
		select {
		case <-beat.C:
			if err := s.roster.SignOn(ctx, s.name, pilots); err != nil {
				s.log.WarnContext(ctx, "still there, not heard", "err", err)
			}
		case <-ctx.Done():
			return s.leave(ctx) // OR ignored-done
		}
	}
}

func (s *Station) leave(ctx context.Context) error {
	s.log.InfoContext(ctx, "station closes", "name", s.name)
	if err := s.roster.SignOff(ctx, s.name); err != nil { // EXPECT ignored-done
		return fmt.Errorf("sign off: %w", err)
	}
	return nil
}
