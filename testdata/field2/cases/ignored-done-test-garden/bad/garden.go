// Package bad runs probes in temporary pods. The pod is deleted in a defer, under the
// context of the probe; a probe that runs into its limit leaves its pod in the cluster.
package bad

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/kubernetes"
)

// Garden runs probes.
type Garden struct {
	client kubernetes.Interface
	ns     string
	image  string
	limit  time.Duration
	log    *slog.Logger
}

// Probe runs the command in a pod and returns whether it succeeded.
func (g *Garden) Probe(ctx context.Context, name string, command ...string) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, g.limit)
	defer cancel()

	pods := g.client.CoreV1().Pods(g.ns)
	pod, err := pods.Create(ctx, g.pod(name, command), metav1.CreateOptions{})
	if err != nil {
		return false, fmt.Errorf("create pod: %w", err)
	}
	defer g.remove(ctx, pod.Name) // EXPECT ignored-done

	var phase corev1.PodPhase
	err = wait.PollUntilContextCancel(ctx, 2*time.Second, false, func(ctx context.Context) (bool, error) {
		p, err := pods.Get(ctx, pod.Name, metav1.GetOptions{})
		if err != nil {
			return false, err
		}
		phase = p.Status.Phase
		return phase == corev1.PodSucceeded || phase == corev1.PodFailed, nil
	})
	if err != nil {
		return false, fmt.Errorf("probe %s: %w", pod.Name, err)
	}
	return phase == corev1.PodSucceeded, nil
}

func (g *Garden) pod(name string, command []string) *corev1.Pod {
	return &corev1.Pod{
		ObjectMeta: metav1.ObjectMeta{GenerateName: name + "-"},
		Spec: corev1.PodSpec{
			RestartPolicy: corev1.RestartPolicyNever,
			Containers:    []corev1.Container{{Name: "probe", Image: g.image, Command: command}},
		},
	}
}

func (g *Garden) remove(ctx context.Context, pod string) { // OR ignored-done
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second) // OR ignored-done
	defer cancel()
	err := g.client.CoreV1().Pods(g.ns).Delete(ctx, pod, metav1.DeleteOptions{}) // OR ignored-done
	if err != nil && !apierrors.IsNotFound(err) {
		g.log.ErrorContext(ctx, "pod left behind", "pod", pod, "err", err)
	}
}
