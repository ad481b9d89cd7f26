// Package bad brings ships into a dry dock. After the pumps are started it asks for the
// water level until the dock is empty. The questions obey the context, the pauses between
// them do not: a harbour master who calls it off waits for the rest of the pause.
package bad

import (
	"context"
	"fmt"
	"log/slog"
	"time"
)

const (
	pollEvery = 30 * time.Second
	drainTime = 4 * time.Hour
)

// Pumps empty and fill a dock.
type Pumps interface {
	Start(ctx context.Context, dock string) error
	Level(ctx context.Context, dock string) (metres float64, err error)
}

// Master runs the docks of a yard.
type Master struct {
	pumps Pumps
	dry   float64
	log   *slog.Logger
}

// Empty pumps the dock dry and returns when it is.
func (m *Master) Empty(ctx context.Context, dock string) error {
	ctx, cancel := context.WithTimeout(ctx, drainTime)
	defer cancel()
	if err := m.pumps.Start(ctx, dock); err != nil {
		return fmt.Errorf("start pumps of dock %s: %w", dock, err)
	}
	return m.untilDry(ctx, dock)
}

func (m *Master) untilDry(ctx context.Context, dock string) error {
	for { // OR ignored-done
		level, err := m.pumps.Level(ctx, dock)
		if err != nil {
			return fmt.Errorf("level of dock %s: %w", dock, err)
		}
		if level <= m.dry {
			return nil
		}
		m.log.DebugContext(ctx, "dock is not dry yet", "dock", dock, "metres", level)
		time.Sleep(pollEvery) // EXPECT ignored-done // OR blocking-no-ctx
	}
}
