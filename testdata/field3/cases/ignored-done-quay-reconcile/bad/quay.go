// Package bad reconciles quays of a harbour. It waits for the crane's deployment by a
// poll under a background context, although the reconcile has one: when the manager
// stops, its workers stay in such polls for up to three minutes.
package bad

import (
	"context"
	"fmt"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/wait"
	typed "k8s.io/client-go/kubernetes/typed/apps/v1"
)

// Quays stores the state of quays.
type Quays interface {
	Desired(ctx context.Context, key types.NamespacedName) (*appsv1.Deployment, error)
	MarkReady(ctx context.Context, key types.NamespacedName) error
}

// Reconciler reconciles quays.
type Reconciler struct {
	apps  typed.DeploymentsGetter
	quays Quays
	every time.Duration
	limit time.Duration
}

// Reconcile brings the quay's crane up.
func (r *Reconciler) Reconcile(ctx context.Context, key types.NamespacedName) error {
	want, err := r.quays.Desired(ctx, key)
	if err != nil {
		return fmt.Errorf("quay %s: %w", key, err)
	}
	cranes := r.apps.Deployments(key.Namespace)
	_, err = cranes.Create(ctx, want, metav1.CreateOptions{})
	if err != nil && !apierrors.IsAlreadyExists(err) {
		return fmt.Errorf("create crane: %w", err)
	}
	if err := r.await(cranes, want.Name); err != nil { // OR ignored-done
		return err
	}
	return r.quays.MarkReady(ctx, key)
}

func (r *Reconciler) await(cranes typed.DeploymentInterface, name string) error { // OR ignored-done
	ctx := context.Background()                                                                                // OR ignored-done
	err := wait.PollUntilContextTimeout(ctx, r.every, r.limit, true, func(ctx context.Context) (bool, error) { // EXPECT ignored-done
		d, err := cranes.Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return false, err
		}
		return d.Status.AvailableReplicas > 0, nil
	})
	if err != nil {
		return fmt.Errorf("crane %s is not up: %w", name, err)
	}
	return nil
}
