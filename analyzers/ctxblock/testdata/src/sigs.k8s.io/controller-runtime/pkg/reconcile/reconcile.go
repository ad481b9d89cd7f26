// Package reconcile is a stub.
package reconcile

import "context"

type Request struct{ Name string }
type Result struct{}

type TypedReconciler[R comparable] interface {
	Reconcile(context.Context, R) (Result, error)
}

type Reconciler = TypedReconciler[Request]
