// Package bad runs guest programs. When the context ends it asks the program to leave
// and then waits for it, for ever: a program that ignores the signal holds its run, and
// everybody behind it.
package bad

import (
	"context"
	"fmt"
	"log/slog"
	"os/exec"
	"syscall"
	"time"
)

// Guest is a program to be run.
type Guest struct {
	Path string
	Args []string
	Dir  string
}

// Warden runs guests, one at a time.
type Warden struct {
	turn  chan struct{}
	grace time.Duration
	log   *slog.Logger
}

// NewWarden makes a warden that gives a guest grace to leave.
func NewWarden(grace time.Duration, log *slog.Logger) *Warden {
	return &Warden{turn: make(chan struct{}, 1), grace: grace, log: log}
}

// Run runs the guest to its end, or to that of ctx.
func (w *Warden) Run(ctx context.Context, g Guest) error {
	select {
	case w.turn <- struct{}{}:
		defer func() { <-w.turn }()
	case <-ctx.Done():
		return ctx.Err()
	}

	cmd := exec.Command(g.Path, g.Args...) // OR ignored-done
	cmd.Dir = g.Dir
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("start %s: %w", g.Path, err)
	}
	left := make(chan error, 1)
	go func() { left <- cmd.Wait() }() // OR ignored-done

	select {
	case err := <-left:
		return err
	case <-ctx.Done(): // OR ignored-done
		w.log.InfoContext(ctx, "asking guest to leave", "path", g.Path)
		if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
			w.log.WarnContext(ctx, "cannot signal guest", "err", err)
		}
		<-left // EXPECT ignored-done
		return ctx.Err()
	}
}
