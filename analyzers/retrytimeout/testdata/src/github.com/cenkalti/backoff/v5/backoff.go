package backoff

import (
	"context"
	"time"
)

type RetryOption func(*int)

type Operation[T any] func() (T, error)

func Retry[T any](ctx context.Context, operation Operation[T], opts ...RetryOption) (T, error) {
	return operation()
}
func Permanent(err error) error       { return err }
func WithMaxTries(n uint) RetryOption { return nil }

func WithMaxElapsedTime(d time.Duration) RetryOption { return nil }
