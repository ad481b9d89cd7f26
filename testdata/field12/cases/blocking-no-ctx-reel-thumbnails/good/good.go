// Package good makes still pictures of film reels. A worker gives every job ten minutes,
// after which the program that makes the picture is killed.
package good

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"os/exec"
	"time"
)

const jobLimit = 10 * time.Minute

// Job asks for one still.
type Job struct {
	Reel   string
	Second int
}

// Store keeps stills.
type Store interface {
	Put(ctx context.Context, name string, r io.Reader) error
}

// Worker takes jobs from a queue.
type Worker struct {
	tool  string
	store Store
	log   *slog.Logger
}

// Run handles jobs until the queue is closed or ctx ends.
func (w *Worker) Run(ctx context.Context, jobs <-chan Job) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case job, ok := <-jobs:
			if !ok {
				return nil
			}
			if err := w.handle(ctx, job); err != nil {
				w.log.ErrorContext(ctx, "no still", "reel", job.Reel, "err", err)
			}
		}
	}
}

func (w *Worker) handle(ctx context.Context, job Job) error {
	ctx, cancel := context.WithTimeout(ctx, jobLimit)
	defer cancel()
	still, err := w.still(ctx, job)
	if err != nil {
		return err
	}
	return w.store.Put(ctx, fmt.Sprintf("%s-%d.png", job.Reel, job.Second), bytes.NewReader(still))
}

func (w *Worker) still(ctx context.Context, job Job) ([]byte, error) {
	var out, problems bytes.Buffer
	cmd := exec.CommandContext(ctx, w.tool, "-ss", fmt.Sprint(job.Second), "-i", job.Reel, "-frames:v", "1", "-f", "image2", "-")
	cmd.Stdout, cmd.Stderr = &out, &problems
	cmd.WaitDelay = 5 * time.Second
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("%s: %w: %s", w.tool, err, bytes.TrimSpace(problems.Bytes()))
	}
	return out.Bytes(), nil
}
