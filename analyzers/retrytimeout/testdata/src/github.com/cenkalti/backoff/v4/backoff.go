// Package backoff declares what the tests call.
package backoff

import (
	"context"
	"time"
)

type BackOff interface {
	NextBackOff() time.Duration
	Reset()
}

type ExponentialBackOff struct {
	BackOff
	InitialInterval, MaxInterval, MaxElapsedTime time.Duration
}

func NewExponentialBackOff() *ExponentialBackOff { return &ExponentialBackOff{} }

func WithMaxRetries(b BackOff, n uint64) BackOff { return b }

func WithContext(b BackOff, ctx context.Context) BackOff { return b }

func Retry(fn func() error, b BackOff) error { return fn() }

func Permanent(err error) error { return err }
