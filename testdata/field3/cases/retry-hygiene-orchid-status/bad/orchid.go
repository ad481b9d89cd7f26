// Package bad writes into the status of an orchid house how warm it is.
// On a conflict the same object is sent once more, with the version that just lost: every further
// try is the same conflict.
package bad

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/util/retry"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Thermometer hangs in the house.
type Thermometer interface {
	Read(ctx context.Context, house string) (string, error)
}

const annotation = "orchids.example.org/warmth"

// Reconciler keeps houses' annotations up to date.
type Reconciler struct {
	client.Client
	Thermometer Thermometer
}

// Reconcile reads one house's warmth and writes it down.
func (r *Reconciler) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	var house corev1.ConfigMap
	if err := r.Get(ctx, req.NamespacedName, &house); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	readCtx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	warmth, err := r.Thermometer.Read(readCtx, house.Name)
	if err != nil {
		return ctrl.Result{}, err
	}
	if house.Annotations[annotation] == warmth {
		return ctrl.Result{RequeueAfter: time.Minute}, nil
	}
	metaSet(&house, warmth)
	if err := stubborn(ctx, &house, r.Client); err != nil { // OR retry-hygiene
		return ctrl.Result{}, err
	}
	return ctrl.Result{RequeueAfter: time.Minute}, nil
}

func metaSet(o client.Object, warmth string) {
	a := o.GetAnnotations()
	if a == nil {
		a = map[string]string{}
	}
	a[annotation] = warmth
	o.SetAnnotations(a)
}

func stubborn[T client.Object](ctx context.Context, obj T, c client.Client) error {
	return retry.RetryOnConflict(retry.DefaultBackoff, func() error { // EXPECT retry-hygiene
		return c.Update(ctx, obj) // OR retry-hygiene
	})
}
