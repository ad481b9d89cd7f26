// Package bad runs the scripts of a puppet theatre in a shell. At the limit the shell is
// killed, but what it started lives on and holds the pipe of the output: Run waits for
// the last puppet, and the limit is none.
package bad

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"os/exec"
	"time"
)

// Stage runs scripts.
type Stage struct {
	Shell string
	Dir   string
	Limit time.Duration
	Log   *slog.Logger
}

// Result is what a script left.
type Result struct {
	Output  string
	Code    int
	Expired bool
}

type tail struct {
	max int
	buf []byte
}

func (t *tail) Write(p []byte) (int, error) {
	t.buf = append(t.buf, p...)
	if over := len(t.buf) - t.max; over > 0 {
		t.buf = t.buf[over:]
	}
	return len(p), nil
}

// Play runs the script; live sees its output as it comes.
func (s *Stage) Play(ctx context.Context, script string, live io.Writer) (Result, error) {
	ctx, cancel := context.WithTimeout(ctx, s.Limit)
	defer cancel()

	last := &tail{max: 4096}
	cmd := exec.CommandContext(ctx, s.Shell, "-c", script) // OR ignored-done
	cmd.Dir = s.Dir
	cmd.Stdout = io.MultiWriter(last, live) // OR ignored-done
	cmd.Stderr = cmd.Stdout
	err := cmd.Run() // EXPECT ignored-done

	res := Result{Output: string(last.buf), Code: cmd.ProcessState.ExitCode()}
	if cerr := ctx.Err(); cerr != nil {
		res.Expired = errors.Is(cerr, context.DeadlineExceeded)
		s.Log.WarnContext(ctx, "script cut short", "after", s.Limit)
		return res, cerr
	}
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return res, nil
	}
	return res, err
}
