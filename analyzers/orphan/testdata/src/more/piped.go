package more

import (
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"time"
)

type stage struct {
	shell string
	limit time.Duration
}

func (s *stage) both(ctx context.Context, script string, live io.Writer) error {
	ctx, cancel := context.WithTimeout(ctx, s.limit)
	defer cancel()
	var last bytes.Buffer
	cmd := exec.CommandContext(ctx, s.shell, "-c", script)
	cmd.Stdout = io.MultiWriter(&last, live)
	cmd.Stderr = cmd.Stdout
	return cmd.Run() // want `the time limit kills s.shell alone: .* \(\*exec.Cmd\).Run waits for that one; set WaitDelay`
}

func (s *stage) inVariable(ctx context.Context, script string) error {
	ctx, cancel := context.WithTimeout(ctx, s.limit)
	defer cancel()
	var out io.Writer = &bytes.Buffer{}
	cmd := exec.CommandContext(ctx, "bash", "-c", script)
	cmd.Stdout = out
	return cmd.Run() // want `the time limit kills bash alone`
}

func (s *stage) onStderr(ctx context.Context, script string, log io.Writer) error {
	ctx, cancel := context.WithTimeout(ctx, s.limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, "sh", "-c", script)
	cmd.Stdout, cmd.Stderr = os.Stdout, io.MultiWriter(os.Stderr, log)
	return cmd.Run() // want `the time limit kills sh alone`
}

func (s *stage) given(ctx context.Context, script string, live io.Writer) error {
	ctx, cancel := context.WithTimeout(ctx, s.limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, "sh", "-c", script)
	cmd.Stdout = live // may be a file
	return cmd.Run()
}

func (s *stage) file(ctx context.Context, script string) error {
	ctx, cancel := context.WithTimeout(ctx, s.limit)
	defer cancel()
	var out io.Writer = os.Stdout
	cmd := exec.CommandContext(ctx, "sh", "-c", script)
	cmd.Stdout, cmd.Stderr = out, nil
	return cmd.Run()
}

func (s *stage) delayed(ctx context.Context, script string, live io.Writer) error {
	ctx, cancel := context.WithTimeout(ctx, s.limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, s.shell, "-c", script)
	cmd.Stdout = io.MultiWriter(os.Stdout, live)
	cmd.WaitDelay = time.Second
	return cmd.Run()
}

// A function value reads from the pipe, and may stop early.
func encodeTo(enc func(io.Writer) error, send func(io.Reader) error) error {
	pr, pw := io.Pipe()
	go func() {
		pw.CloseWithError(enc(pw)) // want `the goroutine stays in a write to pw for ever if send stops reading early`
	}()
	return send(pr)
}
