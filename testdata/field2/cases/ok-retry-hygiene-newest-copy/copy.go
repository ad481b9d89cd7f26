// Package ok counts visits in an object of a cluster. The first try uses the copy at hand, which saves a
// read; after a conflict the newest is read before the change is made again.
package ok

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	typedv1 "k8s.io/client-go/kubernetes/typed/core/v1"
	"k8s.io/client-go/util/retry"
)

// Tower is visited.
type Tower struct{ store typedv1.ConfigMapInterface }

// SetGuide writes down who guides today.
func (t *Tower) SetGuide(ctx context.Context, have *corev1.ConfigMap, guide string) error {
	o := have.DeepCopy()
	return retry.RetryOnConflict(retry.DefaultBackoff, func() error {
		if o.Data == nil {
			o.Data = map[string]string{}
		}
		o.Data["guide"] = guide
		_, err := t.store.Update(ctx, o, metav1.UpdateOptions{})
		if apierrors.IsConflict(err) {
			newest, gerr := t.store.Get(ctx, o.Name, metav1.GetOptions{})
			if gerr != nil {
				return gerr
			}
			o = newest
		}
		return err
	})
}
