// Package later runs functions in the background.
package later

type Result[T any] struct {
	Value T
	Err   error
}

// Do has no room for the result.
func Do[T any](fn func() (T, error)) <-chan Result[T] {
	out := make(chan Result[T])
	go func() {
		v, err := fn()
		out <- Result[T]{v, err}
	}()
	return out
}

// DoRoom has.
func DoRoom(fn func() error) <-chan error {
	out := make(chan error, 1)
	go func() { out <- fn() }()
	return out
}
