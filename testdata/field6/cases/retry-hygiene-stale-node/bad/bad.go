// Package bad takes nodes of a cluster out of service for maintenance.
package bad

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/util/retry"
)

const reasonLabel = "ops.example.com/maintenance"

// Nodes is the part of the API server's client that is needed here.
type Nodes interface {
	Get(ctx context.Context, name string, opts metav1.GetOptions) (*corev1.Node, error)
	Update(ctx context.Context, node *corev1.Node, opts metav1.UpdateOptions) (*corev1.Node, error)
}

// Keeper cordons nodes.
type Keeper struct {
	nodes Nodes
	log   *slog.Logger
}

// NewKeeper returns a Keeper.
func NewKeeper(nodes Nodes, log *slog.Logger) *Keeper { return &Keeper{nodes: nodes, log: log} }

// Cordon keeps new pods off a node and notes why.
func (k *Keeper) Cordon(ctx context.Context, name, reason string) error {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()

	node, err := k.nodes.Get(ctx, name, metav1.GetOptions{}) // OR retry-hygiene
	if err != nil {
		return fmt.Errorf("node %s: %w", name, err)
	}
	err = retry.RetryOnConflict(retry.DefaultRetry, func() error { // OR retry-hygiene
		mark(node, reason)
		_, err := k.nodes.Update(ctx, node, metav1.UpdateOptions{FieldManager: "maintenance"}) // EXPECT retry-hygiene
		return err
	})
	if err != nil {
		return fmt.Errorf("cordon %s: %w", name, err)
	}
	k.log.Info("node cordoned", "node", name, "reason", reason)
	return nil
}

func mark(node *corev1.Node, reason string) {
	if node.Labels == nil {
		node.Labels = map[string]string{}
	}
	node.Labels[reasonLabel] = reason
	node.Spec.Unschedulable = true
}
