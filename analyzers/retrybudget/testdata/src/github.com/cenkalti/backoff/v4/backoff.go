package backoff

import (
	"context"
	"time"
)

type BackOff interface{ NextBackOff() time.Duration }

type Operation func() error

type ExponentialBackOff struct {
	InitialInterval time.Duration
	MaxInterval     time.Duration
	MaxElapsedTime  time.Duration
}

func (*ExponentialBackOff) NextBackOff() time.Duration { return 0 }

type ExponentialBackOffOpts func(*ExponentialBackOff)

func NewExponentialBackOff(opts ...ExponentialBackOffOpts) *ExponentialBackOff { return nil }
func WithMaxElapsedTime(d time.Duration) ExponentialBackOffOpts                { return nil }
func Retry(o Operation, b BackOff) error                                       { return o() }
func Permanent(err error) error                                                { return err }
func WithMaxRetries(b BackOff, n uint64) BackOff                               { return b }
func WithContext(b BackOff, ctx context.Context) BackOff                       { return b }
