// Package bad makes still pictures of film reels. A worker gives every job ten minutes, and
// that limit reaches the store but not the program: it is started with exec.Command, so a
// reel that it cannot digest occupies the worker for good.
package bad

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
	still, err := w.still(job) // OR blocking-no-ctx // OR ignored-done
	if err != nil {
		return err
	}
	return w.store.Put(ctx, fmt.Sprintf("%s-%d.png", job.Reel, job.Second), bytes.NewReader(still))
}

func (w *Worker) still(job Job) ([]byte, error) {
	var out, problems bytes.Buffer
	cmd := exec.Command(w.tool, "-ss", fmt.Sprint(job.Second), "-i", job.Reel, "-frames:v", "1", "-f", "image2", "-") // EXPECT blocking-no-ctx // OR ignored-done
	cmd.Stdout, cmd.Stderr = &out, &problems
	if err := cmd.Run(); err != nil { // OR blocking-no-ctx // OR ignored-done
		return nil, fmt.Errorf("%s: %w: %s", w.tool, err, bytes.TrimSpace(problems.Bytes()))
	}
	return out.Bytes(), nil
}
