// Package river is a stub.
package river

type Job[T any] struct{ Args T }
