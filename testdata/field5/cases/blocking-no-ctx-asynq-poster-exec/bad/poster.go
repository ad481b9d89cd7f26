// Package poster makes preview pictures of uploaded films.
package poster

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/hibiken/asynq"
)

// TypePoster is the task's name.
const TypePoster = "film:poster"

type payload struct {
	Film string        `json:"film"`
	At   time.Duration `json:"at"`
}

// Files finds films and keeps pictures; keeping one again replaces it.
type Files interface {
	Local(ctx context.Context, film string) (path string, err error)
	Keep(ctx context.Context, film, picture string) error
}

// Handler processes poster tasks.
type Handler struct {
	files  Files
	ffmpeg string
	tmp    string
}

var _ asynq.Handler = (*Handler)(nil)

// NewHandler returns a handler that calls the ffmpeg at that path.
func NewHandler(files Files, ffmpeg, tmp string) *Handler {
	return &Handler{files: files, ffmpeg: ffmpeg, tmp: tmp}
}

// ProcessTask implements asynq.Handler.
func (h *Handler) ProcessTask(ctx context.Context, t *asynq.Task) error {
	var p payload
	if err := json.Unmarshal(t.Payload(), &p); err != nil {
		return fmt.Errorf("payload: %w: %w", err, asynq.SkipRetry)
	}
	film, err := h.files.Local(ctx, p.Film)
	if err != nil {
		return fmt.Errorf("film %s: %w", p.Film, err)
	}
	dir, err := os.MkdirTemp(h.tmp, "poster-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	picture := filepath.Join(dir, "poster.jpg")
	if err := h.grab(film, picture, p.At); err != nil { // OR blocking-no-ctx
		return fmt.Errorf("film %s: %w", p.Film, err)
	}
	return h.files.Keep(ctx, p.Film, picture)
}

func (h *Handler) grab(film, picture string, at time.Duration) error {
	cmd := exec.Command(h.ffmpeg, "-ss", fmt.Sprintf("%.3f", at.Seconds()), "-i", film, "-frames:v", "1", "-y", picture) // OR blocking-no-ctx
	var problems bytes.Buffer
	cmd.Stderr = &problems
	if err := cmd.Run(); err != nil { // EXPECT blocking-no-ctx
		return fmt.Errorf("%w: %s", err, problems.Bytes())
	}
	return nil
}
