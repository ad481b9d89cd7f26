// Package stamp marks config maps with the release that last checked them.
package stamp

import (
	"context"
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/util/retry"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

const checkedBy = "release.example.org/checked-by"

// Checker reconciles config maps.
type Checker struct {
	client.Client
	Release string
}

// Reconcile stamps one config map.
func (c *Checker) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var cm corev1.ConfigMap
	if err := c.Get(ctx, req.NamespacedName, &cm); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if cm.Annotations[checkedBy] == c.Release || !wanted(&cm) {
		return ctrl.Result{}, nil
	}
	if err := c.stamp(ctx, client.ObjectKeyFromObject(&cm)); err != nil {
		return ctrl.Result{}, fmt.Errorf("stamp %s: %w", req.NamespacedName, err)
	}
	return ctrl.Result{RequeueAfter: time.Hour}, nil
}

func (c *Checker) stamp(ctx context.Context, key client.ObjectKey) error {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	var cm corev1.ConfigMap
	if err := c.Get(ctx, key, &cm); err != nil {
		return client.IgnoreNotFound(err)
	}
	if cm.Annotations == nil {
		cm.Annotations = make(map[string]string)
	}
	cm.Annotations[checkedBy] = c.Release
	return retry.RetryOnConflict(retry.DefaultBackoff, func() error { // OR retry-hygiene
		return c.Update(ctx, &cm) // EXPECT retry-hygiene
	})
}

func wanted(cm *corev1.ConfigMap) bool {
	return cm.DeletionTimestamp.IsZero() && cm.Labels["checked"] == "yes"
}
