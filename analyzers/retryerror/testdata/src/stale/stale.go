package stale

import (
	"context"

	"k8s.io/client-go/util/retry"
)

type node struct {
	version string
	Labels  map[string]string
	Closed  bool
}

func (n *node) GetResourceVersion() string { return n.version }

type nodes interface {
	Get(ctx context.Context, name string) (*node, error)
	Update(ctx context.Context, n *node) (*node, error)
}

type keeper struct{ nodes nodes }

// The object was read once, and a helper changes it.
func (k *keeper) cordon(ctx context.Context, name string) error {
	n, err := k.nodes.Get(ctx, name)
	if err != nil {
		return err
	}
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		mark(n)
		_, err := k.nodes.Update(ctx, n) // want `after a conflict nodes.Update sends the same outdated object again`
		return err
	})
}

func mark(n *node) {
	if n.Labels == nil {
		n.Labels = map[string]string{}
	}
	n.Labels["a"] = "b"
	n.Closed = true
}

func (k *keeper) right(ctx context.Context, name string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		n, err := k.nodes.Get(ctx, name)
		if err != nil {
			return err
		}
		mark(n)
		_, err = k.nodes.Update(ctx, n)
		return err
	})
}

// The object from outside is given what was read.
func (k *keeper) replaced(ctx context.Context, n *node) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		fresh, err := k.nodes.Get(ctx, "a")
		if err != nil {
			return err
		}
		n.version = fresh.version
		_, err = k.nodes.Update(ctx, n)
		return err
	})
}

// A helper may read it again.
func (k *keeper) refreshed(ctx context.Context, n *node) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		if err := k.refresh(ctx, n); err != nil {
			return err
		}
		_, err := k.nodes.Update(ctx, n)
		return err
	})
}

func (k *keeper) refresh(ctx context.Context, n *node) error {
	fresh, err := k.nodes.Get(ctx, "a")
	if err == nil {
		*n = *fresh
	}
	return err
}
