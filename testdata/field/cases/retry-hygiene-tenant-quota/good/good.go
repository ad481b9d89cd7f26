// Package good raises the quota of a tenant in a cluster.
// Each run of RetryOnConflict's function reads the tenant, changes it and sends it back.
package good

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
	err := retry.RetryOnConflict(retry.DefaultRetry, func() error {
		t, err := res.Get(ctx, tenant, metav1.GetOptions{})
		if err != nil {
			return err
		}
		if err := setGPUs(t, n); err != nil {
			return err
		}
		_, err = res.Update(ctx, t, metav1.UpdateOptions{})
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
