// Package ok waits for the pods of a bakery. Errors of single questions are passed over,
// since the poll itself ends with the context; its own limit is turned into an error
// that says what was last seen.
package ok

import (
	"context"
	"errors"
	"fmt"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/kubernetes"
)

// NotReadyError says how far it came.
type NotReadyError struct {
	Name        string
	Ready, Want int32
	Last        error
}

func (e *NotReadyError) Error() string {
	return fmt.Sprintf("%s: %d of %d ready", e.Name, e.Ready, e.Want)
}

// Unwrap returns the last error of a question.
func (e *NotReadyError) Unwrap() error { return e.Last }

// Bakery asks the cluster.
type Bakery struct {
	client kubernetes.Interface
	ns     string
	every  time.Duration
	limit  time.Duration
}

// AwaitReady waits until all pods of the oven are ready.
func (b *Bakery) AwaitReady(ctx context.Context, oven string) error {
	seen := &NotReadyError{Name: oven}
	err := wait.PollUntilContextTimeout(ctx, b.every, b.limit, true, func(ctx context.Context) (bool, error) {
		d, err := b.client.AppsV1().Deployments(b.ns).Get(ctx, oven, metav1.GetOptions{})
		if err != nil {
			seen.Last = err
			return false, nil
		}
		seen.Ready, seen.Want, seen.Last = d.Status.ReadyReplicas, d.Status.Replicas, nil
		return seen.Want > 0 && seen.Ready == seen.Want, nil
	})
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return fmt.Errorf("await %s: %w", oven, ctx.Err())
	case errors.Is(err, context.DeadlineExceeded):
		return seen
	default:
		return err
	}
}
