// Package ok orders replacement parts at a supplier from a task queue.
// It is right although the queue runs the handler again after a failure and the handler sends a
// POST: the key it sends along is the ID of the task, the same in every run, and the supplier
// answers a known key with the first order.
package ok

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/hibiken/asynq"
)

const kind = "part:order"

// Queue queues an order; the payload is what the supplier gets.
func Queue(ctx context.Context, queue *asynq.Client, payload []byte) (string, error) {
	info, err := queue.EnqueueContext(ctx, asynq.NewTask(kind, payload),
		asynq.MaxRetry(8), asynq.Timeout(time.Minute), asynq.Retention(24*time.Hour))
	if err != nil {
		return "", fmt.Errorf("queue order: %w", err)
	}
	return info.ID, nil
}

// Supplier handles the tasks.
type Supplier struct {
	hc  *http.Client
	url string
}

// NewSupplier expects hc to have a per-request timeout.
func NewSupplier(hc *http.Client, url string) *Supplier {
	return &Supplier{hc: hc, url: url}
}

// ProcessTask sends one order.
func (s *Supplier) ProcessTask(ctx context.Context, t *asynq.Task) error {
	id, ok := asynq.GetTaskID(ctx)
	if !ok {
		return fmt.Errorf("task has no ID: %w", asynq.SkipRetry)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url, bytes.NewReader(t.Payload()))
	if err != nil {
		return errors.Join(err, asynq.SkipRetry)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Idempotency-Key", "part-order-"+id)
	resp, err := s.hc.Do(req)
	if err != nil {
		return fmt.Errorf("order part: %w", err)
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode < 300:
		return nil
	case resp.StatusCode >= 500, resp.StatusCode == http.StatusTooManyRequests:
		return fmt.Errorf("order part: supplier answered %s", resp.Status)
	default:
		return fmt.Errorf("order part: supplier answered %s: %w", resp.Status, asynq.SkipRetry)
	}
}
