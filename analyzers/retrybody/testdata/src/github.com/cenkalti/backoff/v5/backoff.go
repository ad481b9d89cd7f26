package backoff

import "context"

type RetryOption func()

func Retry[T any](ctx context.Context, op func() (T, error), opts ...RetryOption) (T, error) {
	return op()
}
func Permanent(err error) error       { return err }
func WithMaxTries(n uint) RetryOption { return nil }
