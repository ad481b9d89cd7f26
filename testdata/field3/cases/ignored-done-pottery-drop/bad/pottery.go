// Package bad fires pottery. Between two loads it looks at its context, says that it
// stops, and takes the next load all the same: nothing follows the log line.
package bad

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
)

// Load is what goes into the kiln together.
type Load struct {
	ID     string
	Pieces []string
}

// Kiln fires one load. It works to the end; half a firing is none.
type Kiln interface {
	Fire(l Load) error
}

// Shelf gives the next load; io.EOF ends.
type Shelf interface {
	Next() (Load, error)
}

// Potter empties shelves.
type Potter struct {
	kiln  Kiln
	fired map[string]int
	log   *slog.Logger
}

// NewPotter makes a potter.
func NewPotter(k Kiln, log *slog.Logger) *Potter {
	return &Potter{kiln: k, fired: map[string]int{}, log: log}
}

// Empty fires everything on the shelf, load by load, until ctx ends.
func (p *Potter) Empty(ctx context.Context, s Shelf) error {
	for n := 0; ; n++ { // OR ignored-done
		select {
		case <-ctx.Done(): // EXPECT ignored-done
			p.log.InfoContext(ctx, "stopping between loads", "fired", n, "cause", context.Cause(ctx))
		default:
		}
		load, err := s.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("next load: %w", err)
		}
		if err := p.kiln.Fire(load); err != nil {
			return fmt.Errorf("fire %s: %w", load.ID, err)
		}
		p.fired[load.ID] += len(load.Pieces)
	}
}
