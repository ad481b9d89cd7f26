// Package cache is a stub.
package cache

type ResourceEventHandlerFuncs struct {
	AddFunc    func(obj any)
	UpdateFunc func(old, obj any)
}
