// Package good keeps the time daemon of a measuring station running.
// The back-off is reset after each run that held for a while, so MaxElapsedTime counts a series of
// crashes and not the life of the station.
package good

import (
	"context"
	"fmt"
	"log/slog"
	"os/exec"
	"time"

	"github.com/cenkalti/backoff/v4"
)

const (
	giveUpAfter = 10 * time.Minute
	stableAfter = time.Minute
)

// Supervisor restarts a daemon that ends.
type Supervisor struct {
	path string
	args []string
	log  *slog.Logger
}

// New returns a Supervisor of the daemon at path.
func New(log *slog.Logger, path string, args ...string) *Supervisor {
	return &Supervisor{path: path, args: args, log: log}
}

// Run keeps the daemon running until ctx ends or it keeps crashing for ten minutes.
func (s *Supervisor) Run(ctx context.Context) error {
	bo := backoff.NewExponentialBackOff()
	bo.InitialInterval = time.Second
	bo.MaxInterval = time.Minute
	bo.MaxElapsedTime = giveUpAfter
	bo.Reset()
	for {
		began := time.Now()
		err := s.once(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if time.Since(began) >= stableAfter {
			bo.Reset()
		}
		next := bo.NextBackOff()
		if next == backoff.Stop {
			return fmt.Errorf("time daemon keeps ending: %w", err)
		}
		s.log.Warn("time daemon ended", "err", err, "next", next)
		t := time.NewTimer(next)
		select {
		case <-t.C:
		case <-ctx.Done():
			t.Stop()
			return ctx.Err()
		}
	}
}

// once runs the daemon until it ends; it is killed when ctx ends.
func (s *Supervisor) once(ctx context.Context) error {
	cmd := exec.CommandContext(ctx, s.path, s.args...)
	cmd.WaitDelay = 5 * time.Second
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w", s.path, err)
	}
	return fmt.Errorf("%s ended without an error", s.path)
}
