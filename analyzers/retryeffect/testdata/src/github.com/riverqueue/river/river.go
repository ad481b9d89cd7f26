// Package river is a stub.
package river

type Job[T any] struct {
	ID   int64
	Args T
}

func JobCancel(err error) error { return err }
