// Package good builds the floats of a parade in stages. When the context ends, the summary of
// what is there comes back together with the context's error.
package good

import (
	"context"
	"fmt"
	"log/slog"
	"time"
)

// Stage is one step of building a float.
type Stage interface {
	Name() string
	Build(ctx context.Context, float string) error
}

// Summary says what was built.
type Summary struct {
	Floats []string
	Took   time.Duration
}

// Parade builds floats.
type Parade struct {
	stages []Stage
	log    *slog.Logger
}

// NewParade returns a parade with the given stages.
func NewParade(log *slog.Logger, stages ...Stage) *Parade {
	return &Parade{stages: stages, log: log}
}

// Build builds all floats; without an error every float is there.
func (p *Parade) Build(ctx context.Context, floats []string) (*Summary, error) {
	began := time.Now()
	sum := &Summary{}
build:
	for _, float := range floats {
		for _, stage := range p.stages {
			select {
			case <-ctx.Done():
				p.log.Warn("building stopped", "float", float, "stage", stage.Name())
				break build
			default:
			}
			if err := stage.Build(ctx, float); err != nil {
				return nil, fmt.Errorf("%s of %s: %w", stage.Name(), float, err)
			}
		}
		sum.Floats = append(sum.Floats, float)
	}
	sum.Took = time.Since(began)
	p.log.Info("parade ready", "floats", len(sum.Floats), "took", sum.Took)
	if len(sum.Floats) < len(floats) {
		return sum, fmt.Errorf("%d floats are missing: %w", len(floats)-len(sum.Floats), ctx.Err())
	}
	return sum, nil
}
