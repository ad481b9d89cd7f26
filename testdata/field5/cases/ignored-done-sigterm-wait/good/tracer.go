// Package tracer runs kernel tracing scripts for a while and returns what they print.
package tracer

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strconv"
	"syscall"
	"time"
)

const killGrace = 500 * time.Millisecond

// Tracer starts scripts of one directory.
type Tracer struct {
	interpreter string
	dir         string
}

// New returns a tracer.
func New(interpreter, dir string) *Tracer { return &Tracer{interpreter: interpreter, dir: dir} }

// Sample runs script for a process until it ends by itself or ctx does.
func (t *Tracer) Sample(ctx context.Context, script string, pid int) ([]byte, error) {
	var out, problems bytes.Buffer
	cmd := exec.Command(t.interpreter, script, "-p", strconv.Itoa(pid))
	cmd.Dir = t.dir
	cmd.Stdout, cmd.Stderr = &out, &problems
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.WaitDelay = killGrace
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start %s: %w", script, err)
	}

	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()

	select {
	case err := <-done:
		if err != nil {
			return nil, fmt.Errorf("%s: %w: %s", script, err, problems.Bytes())
		}
		return out.Bytes(), nil
	case <-ctx.Done():
		return nil, errors.Join(ctx.Err(), terminate(cmd.Process.Pid, done))
	}
}

// terminate ends the script together with what it has started.
func terminate(pgid int, done <-chan error) error {
	if err := syscall.Kill(-pgid, syscall.SIGTERM); err != nil && !errors.Is(err, syscall.ESRCH) {
		return err
	}
	timer := time.NewTimer(killGrace)
	defer timer.Stop()
	select {
	case <-done:
		return nil
	case <-timer.C:
	}
	if err := syscall.Kill(-pgid, syscall.SIGKILL); err != nil && !errors.Is(err, syscall.ESRCH) {
		return err
	}
	<-done
	return nil
}
