// Package ok adds finalizers to objects of a cluster.
// It is right although Update is repeated on conflicts in a helper that does not show how the object is made: the
// helper reads the object at the beginning of every run and hands it to the change.
package ok

import (
	"context"
	"fmt"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/util/retry"
)

// Editor changes objects of one kind.
type Editor struct {
	res dynamic.NamespaceableResourceInterface
}

// NewEditor edits objects of a resource.
func NewEditor(api dynamic.Interface, gvr schema.GroupVersionResource) *Editor {
	return &Editor{res: api.Resource(gvr)}
}

// Hold adds a finalizer.
func (e *Editor) Hold(ctx context.Context, namespace, name, finalizer string) error {
	return e.edit(ctx, namespace, name, func(o *unstructured.Unstructured) bool {
		fs := o.GetFinalizers()
		if slices.Contains(fs, finalizer) {
			return false
		}
		o.SetFinalizers(append(fs, finalizer))
		return true
	})
}

// Release removes a finalizer.
func (e *Editor) Release(ctx context.Context, namespace, name, finalizer string) error {
	return e.edit(ctx, namespace, name, func(o *unstructured.Unstructured) bool {
		fs := o.GetFinalizers()
		i := slices.Index(fs, finalizer)
		if i < 0 {
			return false
		}
		o.SetFinalizers(slices.Delete(fs, i, i+1))
		return true
	})
}

// edit applies change to the newest version of an object until that is stored; change may run several times.
func (e *Editor) edit(ctx context.Context, namespace, name string, change func(*unstructured.Unstructured) bool) error {
	objects := e.res.Namespace(namespace)
	err := retry.RetryOnConflict(retry.DefaultBackoff, func() error {
		o, err := objects.Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		if !change(o) {
			return nil
		}
		_, err = objects.Update(ctx, o, metav1.UpdateOptions{})
		return err
	})
	if err != nil {
		return fmt.Errorf("edit %s/%s: %w", namespace, name, err)
	}
	return nil
}
