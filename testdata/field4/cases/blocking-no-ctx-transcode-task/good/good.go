// Package good makes preview clips of uploaded films in a task queue.
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

// TypePreview is the task type.
const TypePreview = "film:preview"

// Preview is the payload of a task.
type Preview struct {
	Film  string        `json:"film"`
	Start time.Duration `json:"start"`
	Width int           `json:"width"`
}

// NewTask returns a task that is given up after ten minutes.
func NewTask(p Preview) (*asynq.Task, error) {
	payload, err := json.Marshal(p)
	if err != nil {
		return nil, err
	}
	return asynq.NewTask(TypePreview, payload, asynq.Timeout(10*time.Minute), asynq.MaxRetry(3)), nil
}

// Worker processes preview tasks.
type Worker struct {
	films   string
	clips   string
	encoder string
}

// ProcessTask implements asynq.Handler.
func (w *Worker) ProcessTask(ctx context.Context, t *asynq.Task) error {
	var p Preview
	if err := json.Unmarshal(t.Payload(), &p); err != nil {
		return fmt.Errorf("preview payload: %v: %w", err, asynq.SkipRetry)
	}
	clip := filepath.Join(w.clips, p.Film+".mp4")
	partial := clip + ".part"
	defer os.Remove(partial)
	err := w.encode(ctx,
		"-ss", strconv.FormatFloat(p.Start.Seconds(), 'f', 2, 64),
		"-i", filepath.Join(w.films, p.Film),
		"-t", "15",
		"-vf", fmt.Sprintf("scale=%d:-2", p.Width),
		"-f", "mp4", "-y", partial,
	)
	if err != nil {
		return fmt.Errorf("encode preview of %s: %w", p.Film, err)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return os.Rename(partial, clip)
}

func (w *Worker) encode(ctx context.Context, args ...string) error {
	var problems bytes.Buffer
	cmd := exec.CommandContext(ctx, w.encoder, args...)
	cmd.WaitDelay = 5 * time.Second
	cmd.Stderr = &problems
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%w: %s", err, problems.Bytes())
	}
	return nil
}
