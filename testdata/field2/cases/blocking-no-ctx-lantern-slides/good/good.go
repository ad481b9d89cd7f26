// Package good turns scans of lantern slides into previews in a queue's worker. The converter
// runs under the task's context and is killed with it.
package good

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"

	"github.com/hibiken/asynq"
)

// Shelf keeps scans and previews.
type Shelf interface {
	Download(ctx context.Context, key, path string) error
	Upload(ctx context.Context, key, path string) error
}

// Previewer handles preview tasks.
type Previewer struct {
	shelf  Shelf
	binary string
	edge   int
}

type slide struct {
	Key string `json:"key"`
}

// ProcessTask implements asynq.Handler.
func (p *Previewer) ProcessTask(ctx context.Context, t *asynq.Task) error {
	var s slide
	if err := json.Unmarshal(t.Payload(), &s); err != nil {
		return fmt.Errorf("payload: %w: %w", err, asynq.SkipRetry)
	}
	dir, err := os.MkdirTemp("", "slide")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	in, out := filepath.Join(dir, "in.tif"), filepath.Join(dir, "out.webp")
	if err := p.shelf.Download(ctx, s.Key, in); err != nil {
		return fmt.Errorf("download %s: %w", s.Key, err)
	}
	if err := p.convert(ctx, in, out); err != nil {
		return fmt.Errorf("convert %s: %w", s.Key, err)
	}
	return p.shelf.Upload(ctx, s.Key+".webp", out)
}

func (p *Previewer) convert(ctx context.Context, in, out string) error {
	args := []string{"-i", in, "-vf", "scale=" + strconv.Itoa(p.edge) + ":-1"}
	return run(ctx, p.binary, append(args, out)...)
}

func run(ctx context.Context, name string, args ...string) error {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.WaitDelay = 2 * time.Second
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w: %s", name, err, bytes.TrimSpace(stderr.Bytes()))
	}
	return nil
}
