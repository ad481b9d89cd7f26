// Package bad labels the barrels of a winery, which are kept as objects in a cluster.
// The barrel is read once, before the retry. A try that follows a conflict changes the same old
// copy and sends the version that has just lost.
package bad

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	typedv1 "k8s.io/client-go/kubernetes/typed/core/v1"
	"k8s.io/client-go/util/retry"
)

// Cellar changes barrels.
type Cellar struct {
	barrels typedv1.ConfigMapInterface
}

// SetLabel gives a barrel a label.
func (c *Cellar) SetLabel(ctx context.Context, barrel, key, value string) error {
	return c.change(ctx, barrel, func(o *corev1.ConfigMap) bool {
		if o.Labels[key] == value {
			return false
		}
		if o.Labels == nil {
			o.Labels = map[string]string{}
		}
		o.Labels[key] = value
		return true
	})
}

func (c *Cellar) change(ctx context.Context, barrel string, change func(*corev1.ConfigMap) bool) error {
	o, err := c.barrels.Get(ctx, barrel, metav1.GetOptions{}) // OR retry-hygiene
	if err != nil {
		return err
	}
	return retry.RetryOnConflict(retry.DefaultRetry, func() error { // EXPECT retry-hygiene
		if !change(o) {
			return nil
		}
		_, err := c.barrels.Update(ctx, o, metav1.UpdateOptions{}) // OR retry-hygiene
		return err
	})
}
