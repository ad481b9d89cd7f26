// Package good pages the night shift when a node pool degrades. The page goes out under the
// reconcile's context, with a client that gives up by itself.
package good

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// Pager reaches people.
type Pager interface {
	Page(ctx context.Context, shift, text string) error
}

// Hook is a pager behind a URL.
type Hook struct {
	URL string
	hc  *http.Client
}

// NewHook returns a pager at url.
func NewHook(url string) *Hook { return &Hook{URL: url, hc: &http.Client{Timeout: 10 * time.Second}} }

// Page implements Pager.
func (h *Hook) Page(ctx context.Context, shift, text string) error {
	raw, err := json.Marshal(map[string]string{"shift": shift, "text": text})
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, h.URL, bytes.NewReader(raw))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := h.hc.Do(req)
	if err != nil {
		return fmt.Errorf("page %s: %w", shift, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return fmt.Errorf("page %s: %s", shift, resp.Status)
	}
	return nil
}

// Nodes watches nodes.
type Nodes struct {
	client.Client
	pager Pager
	shift string
}

// NewNodes returns a reconciler that pages a hook.
func NewNodes(c client.Client, url, shift string) *Nodes {
	return &Nodes{Client: c, pager: NewHook(url), shift: shift}
}

// Reconcile implements reconcile.Reconciler.
func (n *Nodes) Reconcile(ctx context.Context, req reconcile.Request) (reconcile.Result, error) {
	var node corev1.Node
	if err := n.Get(ctx, req.NamespacedName, &node); err != nil {
		return reconcile.Result{}, client.IgnoreNotFound(err)
	}
	if ready(&node) {
		return reconcile.Result{}, nil
	}
	if err := n.pager.Page(ctx, n.shift, "node "+node.Name+" is not ready"); err != nil {
		return reconcile.Result{}, err
	}
	return reconcile.Result{RequeueAfter: 10 * time.Minute}, nil
}

func ready(node *corev1.Node) bool {
	for _, c := range node.Status.Conditions {
		if c.Type == corev1.NodeReady {
			return c.Status == corev1.ConditionTrue
		}
	}
	return false
}
