// Package ok makes sure that each tenant has its namespace.
// It is right although Create is repeated after time-outs: the name is given, and when an attempt that was
// thought lost has created the namespace, "already exists" is as good as done.
package ok

import (
	"context"
	"fmt"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/dynamic"
)

var (
	namespaces = schema.GroupVersionResource{Version: "v1", Resource: "namespaces"}
	steps      = wait.Backoff{Duration: 300 * time.Millisecond, Factor: 2, Jitter: 0.2, Steps: 5}
)

// Tenants sets tenants up.
type Tenants struct {
	api dynamic.Interface
}

// New returns Tenants.
func New(api dynamic.Interface) *Tenants { return &Tenants{api: api} }

// Ensure creates the namespace of a tenant unless it is there.
func (t *Tenants) Ensure(ctx context.Context, tenant, owner string) error {
	ns := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "Namespace"}}
	ns.SetName("tenant-" + tenant)
	ns.SetLabels(map[string]string{"owner": owner})

	var last error
	err := wait.ExponentialBackoffWithContext(ctx, steps, func(ctx context.Context) (bool, error) {
		ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
		defer cancel()
		_, err := t.api.Resource(namespaces).Create(ctx, ns, metav1.CreateOptions{})
		switch {
		case err == nil, apierrors.IsAlreadyExists(err):
			return true, nil
		case passing(err):
			last = err
			return false, nil
		}
		return false, err
	})
	if err != nil && last != nil {
		err = fmt.Errorf("%w, last: %w", err, last)
	}
	if err != nil {
		return fmt.Errorf("namespace of %s: %w", tenant, err)
	}
	return nil
}

func passing(err error) bool {
	return apierrors.IsServerTimeout(err) || apierrors.IsTimeout(err) || apierrors.IsTooManyRequests(err) || apierrors.IsInternalError(err)
}
