// Package ok checks the labels on a pharmacy's shelf, from a queue. The handler returns most errors as they
// are: the queue repeats the task, with its own pauses and its own end. A label that cannot be read is skipped.
package ok

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/hibiken/asynq"
)

// ErrUnreadable is the reader's last word about a label.
var ErrUnreadable = errors.New("label cannot be read")

// Labels are read by a camera.
type Labels interface {
	Check(ctx context.Context, label string) error
}

// Server returns a server with pauses that grow to a quarter of an hour.
func Server(r asynq.RedisConnOpt) *asynq.Server {
	return asynq.NewServer(r, asynq.Config{
		Concurrency: 4,
		RetryDelayFunc: func(n int, err error, t *asynq.Task) time.Duration {
			return min(asynq.DefaultRetryDelayFunc(n, err, t), 15*time.Minute)
		},
	})
}

// Task returns the task for a label.
func Task(label string) *asynq.Task {
	return asynq.NewTask("label:check", []byte(label), asynq.MaxRetry(6), asynq.Timeout(15*time.Second))
}

// Handler handles these tasks.
func Handler(l Labels) asynq.HandlerFunc {
	return func(ctx context.Context, t *asynq.Task) error {
		label := strings.TrimSpace(string(t.Payload()))
		if label == "" {
			return fmt.Errorf("empty label: %w", asynq.SkipRetry)
		}
		ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
		defer cancel()
		err := l.Check(ctx, label)
		if errors.Is(err, ErrUnreadable) {
			return fmt.Errorf("label %s: %w: %w", label, err, asynq.SkipRetry)
		}
		return err
	}
}
