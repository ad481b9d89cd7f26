// Package bad starts scan jobs in a cluster.
// The cluster makes the name up, and a create that timed out at the API server may have gone through:
// each repetition is a new job with another name, and the image is scanned several times.
package bad

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
	"k8s.io/client-go/util/retry"
)

var jobs = schema.GroupVersionResource{Group: "batch", Version: "v1", Resource: "jobs"}

// Scans starts jobs in one namespace.
type Scans struct {
	api       dynamic.Interface
	namespace string
}

// Start starts a scan of an image.
func (s *Scans) Start(ctx context.Context, repo, digest string) error {
	job := s.job(repo, digest)
	steps := wait.Backoff{Duration: 500 * time.Millisecond, Factor: 2, Jitter: 0.2, Steps: 4}
	err := retry.OnError(steps, passing, func() error { // OR retry-effect
		_, err := s.api.Resource(jobs).Namespace(s.namespace).Create(ctx, job, metav1.CreateOptions{}) // EXPECT retry-effect
		return err
	})
	if err != nil {
		return fmt.Errorf("scan %s@%s: %w", repo, digest, err)
	}
	return nil
}

func (s *Scans) job(repo, digest string) *unstructured.Unstructured {
	job := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "batch/v1",
		"kind":       "Job",
		"spec": map[string]any{
			"backoffLimit": int64(0),
			"template": map[string]any{"spec": map[string]any{
				"restartPolicy": "Never",
				"containers": []any{map[string]any{
					"name": "scan", "image": "scanner:3", "args": []any{repo + "@" + digest},
				}},
			}},
		},
	}}
	job.SetGenerateName("scan-") // OR retry-effect
	job.SetLabels(map[string]string{"app": "scan"})
	return job
}

func passing(err error) bool {
	return apierrors.IsServerTimeout(err) || apierrors.IsTimeout(err) || apierrors.IsInternalError(err)
}
