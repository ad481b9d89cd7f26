// Package bad creates volumes in a cluster for test runs.
// The condition returns the API server's error as its own, which ends ExponentialBackoff: of the eight
// steps only the first is ever taken.
package bad

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/dynamic"
)

var claims = schema.GroupVersionResource{Version: "v1", Resource: "persistentvolumeclaims"}

var steps = wait.Backoff{Duration: time.Second, Factor: 1.7, Jitter: 0.3, Steps: 8, Cap: 20 * time.Second}

// Volumes creates claims in one namespace.
type Volumes struct {
	api       dynamic.Interface
	namespace string
	log       *slog.Logger
}

// Ensure creates a claim unless it is there.
func (v *Volumes) Ensure(ctx context.Context, claim *unstructured.Unstructured) error {
	res := v.api.Resource(claims).Namespace(v.namespace)
	err := wait.ExponentialBackoffWithContext(ctx, steps, func(ctx context.Context) (bool, error) { // OR retry-hygiene
		_, err := res.Create(ctx, claim, metav1.CreateOptions{})
		switch {
		case err == nil, apierrors.IsAlreadyExists(err):
			return true, nil
		case apierrors.IsInvalid(err), apierrors.IsForbidden(err):
			return false, err
		}
		v.log.Warn("claim not created, trying again", "claim", claim.GetName(), "err", err)
		return false, err // EXPECT retry-hygiene
	})
	if err != nil {
		return fmt.Errorf("claim %s: %w", claim.GetName(), err)
	}
	return nil
}
