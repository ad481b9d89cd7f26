// Package ok starts a spelling server as a child process and waits until it listens. Fixed steps of 50
// milliseconds without growth or jitter would be wrong towards a shared service; this is one process
// that waits for its own child on the same machine, with a deadline, and stops if the child ends.
package ok

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os/exec"
	"time"
)

const (
	step       = 50 * time.Millisecond
	startLimit = 8 * time.Second
	stopLimit  = 3 * time.Second
)

// Speller is a running child.
type Speller struct {
	Addr string
	stop context.CancelFunc
	done chan struct{}
	err  error // set before done is closed
}

// Start runs the program at path on addr; the child lives until Close or the end of ctx.
func Start(ctx context.Context, path, addr string) (*Speller, error) {
	ctx, stop := context.WithCancel(ctx)
	cmd := exec.CommandContext(ctx, path, "--listen", addr)
	cmd.WaitDelay = stopLimit
	if err := cmd.Start(); err != nil {
		stop()
		return nil, fmt.Errorf("start speller: %w", err)
	}
	s := &Speller{Addr: addr, stop: stop, done: make(chan struct{})}
	go func() {
		s.err = cmd.Wait()
		close(s.done)
	}()
	if err := s.ready(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

func (s *Speller) ready(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()
	dialer := net.Dialer{Timeout: step}
	tick := time.NewTicker(step)
	defer tick.Stop()
	for {
		conn, err := dialer.DialContext(ctx, "tcp", s.Addr)
		if err == nil {
			return conn.Close()
		}
		select {
		case <-s.done:
			return fmt.Errorf("speller ended before it was ready: %w", errors.Join(s.err, err))
		case <-ctx.Done():
			return fmt.Errorf("speller not ready: %w", errors.Join(ctx.Err(), err))
		case <-tick.C:
		}
	}
}

// Close ends the child and waits for it, no longer than WaitDelay.
func (s *Speller) Close() error {
	s.stop()
	<-s.done
	var exit *exec.ExitError
	if errors.As(s.err, &exit) || errors.Is(s.err, context.Canceled) {
		return nil
	}
	return s.err
}
