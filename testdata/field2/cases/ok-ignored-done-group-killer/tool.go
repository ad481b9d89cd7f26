//go:build unix

// Package ok runs build tools that fork. The command has no context on purpose, since
// that would kill the first process only: here the end of the context kills the whole
// group, and WaitDelay gives up on pipes that somebody still holds.
package ok

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"syscall"
	"time"
)

// Tool is a program.
type Tool struct {
	Path string
	Env  []string
}

// Output runs the tool and returns what it prints.
func (t *Tool) Output(ctx context.Context, args ...string) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var out, complaints bytes.Buffer
	cmd := exec.Command(t.Path, args...)
	cmd.Env = t.Env
	cmd.Stdout, cmd.Stderr = &out, &complaints
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.WaitDelay = 2 * time.Second
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start %s: %w", t.Path, err)
	}
	release := context.AfterFunc(ctx, func() {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	})
	err := cmd.Wait()
	if !release() {
		return nil, fmt.Errorf("%s: %w", t.Path, context.Cause(ctx))
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w: %s", t.Path, err, bytes.TrimSpace(complaints.Bytes()))
	}
	return out.Bytes(), nil
}
