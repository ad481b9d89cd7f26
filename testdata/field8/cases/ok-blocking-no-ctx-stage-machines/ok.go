// Package ok runs the machines of a stage, each a program that goes on until it is stopped. The
// request that starts one only asks for it: the process lives under the stage's context, not the
// request's. It is stopped with SIGTERM, killed when that does not help, and always waited for.
package ok

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"os/exec"
	"sync"
	"syscall"
	"time"
)

const patience = 5 * time.Second

// Stage knows the programs of its machines and which of them run.
type Stage struct {
	ctx      context.Context
	programs map[string]string
	log      *slog.Logger

	mu      sync.Mutex
	running map[string]context.CancelFunc
	waits   sync.WaitGroup
}

// NewStage returns a stage whose machines stop at the latest when ctx ends.
func NewStage(ctx context.Context, programs map[string]string, log *slog.Logger) *Stage {
	return &Stage{ctx: ctx, programs: programs, log: log, running: make(map[string]context.CancelFunc)}
}

func (s *Stage) start(machine string) error {
	program, known := s.programs[machine]
	if !known {
		return fmt.Errorf("no machine %q", machine)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, runs := s.running[machine]; runs {
		return nil
	}
	ctx, cancel := context.WithCancel(s.ctx)
	cmd := exec.CommandContext(ctx, program, "--follow-cues")
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = patience
	if err := cmd.Start(); err != nil {
		cancel()
		return fmt.Errorf("start %s: %w", machine, err)
	}
	s.running[machine] = cancel
	s.waits.Go(func() {
		err := cmd.Wait()
		cancel()
		s.mu.Lock()
		delete(s.running, machine)
		s.mu.Unlock()
		s.log.Info("machine stands", "machine", machine, "err", err)
	})
	return nil
}

// Start is the endpoint that starts a machine.
func (s *Stage) Start(w http.ResponseWriter, r *http.Request) {
	if err := s.start(r.PathValue("machine")); err != nil {
		s.log.ErrorContext(r.Context(), "start", "err", err)
		http.Error(w, "machine does not start", http.StatusBadRequest)
		return
	}
	w.WriteHeader(http.StatusAccepted)
}

// Stop is the endpoint that stops a machine.
func (s *Stage) Stop(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	cancel, runs := s.running[r.PathValue("machine")]
	s.mu.Unlock()
	if runs {
		cancel()
	}
	w.WriteHeader(http.StatusAccepted)
}

// Join returns when no machine runs. It is called when no more requests come and the stage's
// context has ended, which no machine outlives by more than its patience.
func (s *Stage) Join() { s.waits.Wait() }
