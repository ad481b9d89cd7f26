// Package backoff is a stub.
package backoff

import (
	"context"
	"time"
)

type BackOff interface{ NextBackOff() time.Duration }

type BackOffContext interface {
	BackOff
	Context() context.Context
}

func WithContext(b BackOff, ctx context.Context) BackOffContext { return nil }
func WithMaxRetries(b BackOff, max uint64) BackOff              { return b }
func NewExponentialBackOff() BackOff                            { return nil }
func Retry(o func() error, b BackOff) error                     { return o() }
