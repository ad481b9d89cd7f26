// Package later runs functions in the background.
package later

import "fmt"

// Result is what a function returned.
type Result[T any] struct {
	Value T
	Err   error
}

// Do runs fn and sends its result.
func Do[T any](fn func() (T, error)) <-chan Result[T] {
	out := make(chan Result[T]) // OR ignored-done
	go func() {
		var res Result[T]
		res.Value, res.Err = guard(fn)
		out <- res // EXPECT ignored-done
	}()
	return out
}

// guard turns a panic of fn into an error.
func guard[T any](fn func() (T, error)) (v T, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return fn()
}
