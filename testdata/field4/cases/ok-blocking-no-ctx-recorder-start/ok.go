// Package ok records live streams. A recording is started by a request and runs on its own until
// it is stopped by another request or has reached its maximum length.
package ok

import (
	"errors"
	"log/slog"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"time"
)

const maxLength = 4 * time.Hour

var (
	errRunning = errors.New("already recording")
	errFull    = errors.New("all recorders are busy")
)

// Studio owns the recordings.
type Studio struct {
	dir     string
	streams map[string]string
	slots   int
	log     *slog.Logger

	mu      sync.Mutex
	running map[string]*exec.Cmd
}

func (s *Studio) start(name, url string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.running[name] != nil {
		return errRunning
	}
	if len(s.running) == s.slots {
		return errFull
	}
	file := filepath.Join(s.dir, name+"-"+time.Now().UTC().Format("20060102T150405")+".ts")
	cmd := exec.Command("ffmpeg", "-nostdin", "-loglevel", "error",
		"-i", url, "-t", strconv.Itoa(int(maxLength.Seconds())), "-c", "copy", file)
	cmd.WaitDelay = 10 * time.Second
	if err := cmd.Start(); err != nil {
		return err
	}
	s.running[name] = cmd
	go s.watch(name, cmd)
	return nil
}

// watch reaps the process, and kills it should it miss its own time limit.
func (s *Studio) watch(name string, cmd *exec.Cmd) {
	overdue := time.AfterFunc(maxLength+time.Minute, func() { _ = cmd.Process.Kill() })
	defer overdue.Stop()
	err := cmd.Wait()
	s.mu.Lock()
	delete(s.running, name)
	s.mu.Unlock()
	s.log.Info("recording ended", "stream", name, "err", err)
}

func (s *Studio) stop(name string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	cmd, ok := s.running[name]
	return ok && cmd.Process.Signal(os.Interrupt) == nil
}

// Start handles POST /recordings/{stream}.
func (s *Studio) Start(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("stream")
	url, ok := s.streams[name]
	if !ok {
		http.NotFound(w, r)
		return
	}
	switch err := s.start(name, url); {
	case errors.Is(err, errRunning):
		http.Error(w, err.Error(), http.StatusConflict)
	case errors.Is(err, errFull):
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
	case err != nil:
		s.log.ErrorContext(r.Context(), "recorder does not start", "stream", name, "err", err)
		http.Error(w, "recorder does not start", http.StatusInternalServerError)
	default:
		w.WriteHeader(http.StatusAccepted)
	}
}

// Stop handles DELETE /recordings/{stream}.
func (s *Studio) Stop(w http.ResponseWriter, r *http.Request) {
	if !s.stop(r.PathValue("stream")) {
		http.NotFound(w, r)
		return
	}
	w.WriteHeader(http.StatusAccepted)
}
