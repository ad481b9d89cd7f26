// Package tool runs command line tools.
package tool

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// Tool is an installed program.
type Tool struct {
	path string
	env  []string
	log  *slog.Logger
}

// New returns the program at path, which gets env besides our own environment.
func New(path string, log *slog.Logger, env ...string) *Tool {
	return &Tool{path: path, env: env, log: log}
}

// Run runs the tool and waits until it is done. What it complains about is part of the error.
func (t *Tool) Run(ctx context.Context, args ...string) error {
	var problems bytes.Buffer
	cmd := exec.Command(t.path, args...) // EXPECT blocking-no-ctx
	cmd.Env = append(os.Environ(), t.env...)
	cmd.Stderr = &problems

	start := time.Now()
	err := cmd.Run() // OR blocking-no-ctx
	t.log.DebugContext(ctx, "tool has run", "tool", filepath.Base(t.path), "took", time.Since(start), "err", err)
	if err != nil {
		return fmt.Errorf("%s: %w: %s", filepath.Base(t.path), err, bytes.TrimSpace(problems.Bytes()))
	}
	return nil
}
