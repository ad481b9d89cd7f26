// Package good starts the snow guns of a slope.
// Every gun walks through a copy of the back-off.
package good

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"k8s.io/apimachinery/pkg/util/wait"
)

// Gun is reached over a bus.
type Gun interface {
	Name() string
	Start(ctx context.Context) error
}

// Slope has guns.
type Slope struct {
	guns    []Gun
	backoff *wait.Backoff
	log     *slog.Logger
}

// NewSlope returns a slope with the usual patience.
func NewSlope(guns []Gun, log *slog.Logger) *Slope {
	return &Slope{
		guns:    guns,
		backoff: &wait.Backoff{Duration: time.Second, Factor: 1.8, Jitter: 0.3, Steps: 6},
		log:     log,
	}
}

// Start starts all guns, one after the other: the pump bears no more.
func (s *Slope) Start(ctx context.Context) error {
	var errs []error
	for _, g := range s.guns {
		if err := s.start(ctx, g); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", g.Name(), err))
		}
	}
	return errors.Join(errs...)
}

func (s *Slope) start(ctx context.Context, g Gun) error {
	steps := *s.backoff
	for {
		err := try(ctx, g)
		if err == nil {
			return nil
		}
		if steps.Steps == 0 || ctx.Err() != nil {
			return err
		}
		pause := steps.Step()
		s.log.Info("gun does not start", "gun", g.Name(), "err", err, "again in", pause)
		t := time.NewTimer(pause)
		select {
		case <-ctx.Done():
			t.Stop()
			return errors.Join(ctx.Err(), err)
		case <-t.C:
		}
	}
}

func try(ctx context.Context, g Gun) error {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	return g.Start(ctx)
}
