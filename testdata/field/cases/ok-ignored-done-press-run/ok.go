// Package ok prints newspapers with a program. The end of the context interrupts it politely; ten seconds
// later it is killed, and its pipes are closed even if a child of it still holds them. So Wait
// returns.
package ok

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"strconv"
	"time"
)

// Edition is what is printed.
type Edition struct {
	Title  string
	Pages  string
	Copies int
}

// Press runs the program.
type Press struct {
	program string
	spool   string
	log     *slog.Logger
}

// New returns a press.
func New(program, spool string, log *slog.Logger) *Press {
	return &Press{program: program, spool: spool, log: log}
}

// ErrPaper is returned when the program ran out of paper.
var ErrPaper = errors.New("out of paper")

// Print prints an edition.
func (p *Press) Print(ctx context.Context, e Edition) error {
	var complaints tail
	cmd := exec.CommandContext(ctx, p.program, "--spool", p.spool, "--copies", strconv.Itoa(e.Copies), e.Pages)
	cmd.Stdout, cmd.Stderr = &complaints, &complaints
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 10 * time.Second
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("start press: %w", err)
	}
	p.log.InfoContext(ctx, "press runs", "title", e.Title, "pid", cmd.Process.Pid)

	err := cmd.Wait()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return fmt.Errorf("print %s: %w", e.Title, ctx.Err())
	case errors.As(err, &exit) && exit.ExitCode() == 3:
		return fmt.Errorf("print %s: %w", e.Title, ErrPaper)
	default:
		return fmt.Errorf("print %s: %w: %s", e.Title, err, complaints.Bytes())
	}
}

// tail keeps the end of what is written to it.
type tail struct{ buf bytes.Buffer }

func (t *tail) Write(p []byte) (int, error) {
	const most = 8 << 10
	t.buf.Write(p)
	if over := t.buf.Len() - most; over > 0 {
		t.buf.Next(over)
	}
	return len(p), nil
}

// Bytes returns what was kept.
func (t *tail) Bytes() []byte { return bytes.TrimSpace(t.buf.Bytes()) }
