// Package bad raises the quota of a tenant in a cluster.
// The tenant is read once, before RetryOnConflict. After a conflict the same object with the same version is
// sent again, and conflicts again, five times out of five.
package bad

import (
	"context"
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/util/retry"
)

var tenants = schema.GroupVersionResource{Group: "platform.example.org", Version: "v1", Resource: "tenants"}

// Quotas changes tenants.
type Quotas struct {
	api dynamic.Interface
}

// SetGPUs gives a tenant n GPUs.
func (q *Quotas) SetGPUs(ctx context.Context, tenant string, n int64) error {
	res := q.api.Resource(tenants)
	t, err := res.Get(ctx, tenant, metav1.GetOptions{}) // OR retry-hygiene
	if err != nil {
		return fmt.Errorf("read tenant %s: %w", tenant, err)
	}
	if err := setGPUs(t, n); err != nil {
		return err
	}
	err = retry.RetryOnConflict(retry.DefaultRetry, func() error { // OR retry-hygiene
		_, err := res.Update(ctx, t, metav1.UpdateOptions{}) // EXPECT retry-hygiene
		return err
	})
	if err != nil {
		return fmt.Errorf("set quota of %s: %w", tenant, err)
	}
	return nil
}

func setGPUs(t *unstructured.Unstructured, n int64) error {
	return unstructured.SetNestedField(t.Object, n, "spec", "quota", "gpus")
}
