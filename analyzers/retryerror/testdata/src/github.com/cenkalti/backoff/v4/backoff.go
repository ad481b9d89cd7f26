// Package backoff stands in for the library of this name.
package backoff

import (
	"context"
	"time"
)

type BackOff interface {
	NextBackOff() time.Duration
	Reset()
}

type BackOffContext interface {
	BackOff
	Context() context.Context
}

type ExponentialBackOff struct {
	InitialInterval, MaxInterval, MaxElapsedTime time.Duration
}

func NewExponentialBackOff(opts ...ExponentialBackOffOpts) *ExponentialBackOff { return nil }
func (b *ExponentialBackOff) NextBackOff() time.Duration                       { return 0 }
func (b *ExponentialBackOff) Reset()                                           {}

type ExponentialBackOffOpts func(*ExponentialBackOff)

func WithInitialInterval(d time.Duration) ExponentialBackOffOpts { return nil }
func WithMaxElapsedTime(d time.Duration) ExponentialBackOffOpts  { return nil }

func WithContext(b BackOff, ctx context.Context) BackOffContext { return nil }

type Operation func() error

func Retry(o Operation, b BackOff) error                                          { return o() }
func RetryWithData[T any](o func() (T, error), b BackOff) (T, error)              { return o() }
func RetryNotify(o Operation, b BackOff, notify func(error, time.Duration)) error { return o() }

func Permanent(err error) error { return err }
