// Package bad starts the simulator of a loom and waits for its ready line. When the context ends
// before that, the caller gets an error and nothing to stop the simulator with: the process
// stays, and with it the goroutine that reads its output.
package bad

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"
)

const readyLine = "loom ready on "

var errNoReady = errors.New("simulator ended without getting ready")

// Simulator is a running simulator. It lives until Close.
type Simulator struct {
	Addr string
	cmd  *exec.Cmd
}

// Close ends the simulator.
func (s *Simulator) Close() error { return end(s.cmd) }

// Workshop starts simulators.
type Workshop struct {
	path     string
	patience time.Duration
}

// Start returns a simulator that is ready; ctx limits the start only.
func (w *Workshop) Start(ctx context.Context, pattern string) (*Simulator, error) {
	ctx, cancel := context.WithTimeout(ctx, w.patience)
	defer cancel()
	cmd := exec.Command(w.path, "--pattern", pattern, "--listen", "127.0.0.1:0") // OR ignored-done
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil { // OR ignored-done
		return nil, fmt.Errorf("start simulator: %w", err)
	}
	ready := make(chan string, 1)
	go follow(out, ready) // OR ignored-done

	select {
	case addr, ok := <-ready:
		if !ok {
			return nil, errors.Join(errNoReady, end(cmd))
		}
		return &Simulator{Addr: addr, cmd: cmd}, nil
	case <-ctx.Done():
		return nil, fmt.Errorf("simulator of %s: %w", pattern, ctx.Err()) // EXPECT ignored-done
	}
}

// follow reads the output to its end and hands on the address from the ready line.
func follow(out io.Reader, ready chan<- string) {
	defer close(ready)
	lines := bufio.NewScanner(out)
	told := false
	for lines.Scan() {
		addr, ok := strings.CutPrefix(lines.Text(), readyLine)
		if ok && !told {
			told = true
			ready <- addr
		}
	}
}

func end(cmd *exec.Cmd) error {
	if err := cmd.Process.Kill(); err != nil {
		return fmt.Errorf("kill simulator: %w", err)
	}
	var exit *exec.ExitError
	if err := cmd.Wait(); err != nil && !errors.As(err, &exit) {
		return err
	}
	return nil
}
