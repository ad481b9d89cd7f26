package backoff

import (
	"context"
	"time"
)

type BackOff interface {
	NextBackOff() time.Duration
	Reset()
}

type Operation func() error
type Notify func(error, time.Duration)

type ExponentialBackOff struct {
	InitialInterval     time.Duration
	RandomizationFactor float64
	Multiplier          float64
	MaxInterval         time.Duration
	MaxElapsedTime      time.Duration
}

func (b *ExponentialBackOff) NextBackOff() time.Duration { return 0 }
func (b *ExponentialBackOff) Reset()                     {}

type ExponentialBackOffOpts func(*ExponentialBackOff)

func NewExponentialBackOff(opts ...ExponentialBackOffOpts) *ExponentialBackOff { return nil }
func WithInitialInterval(d time.Duration) ExponentialBackOffOpts               { return nil }
func WithMaxInterval(d time.Duration) ExponentialBackOffOpts                   { return nil }
func WithMaxElapsedTime(d time.Duration) ExponentialBackOffOpts                { return nil }

type ConstantBackOff struct{ Interval time.Duration }

func (b *ConstantBackOff) NextBackOff() time.Duration { return 0 }
func (b *ConstantBackOff) Reset()                     {}

func NewConstantBackOff(d time.Duration) *ConstantBackOff            { return nil }
func WithMaxRetries(b BackOff, max uint64) BackOff                   { return b }
func WithContext(b BackOff, ctx context.Context) BackOff             { return b }
func Retry(o Operation, b BackOff) error                             { return nil }
func RetryNotify(o Operation, b BackOff, n Notify) error             { return nil }
func RetryWithData[T any](o func() (T, error), b BackOff) (T, error) { return o() }
func Permanent(err error) error                                      { return err }

type Ticker struct{ C <-chan time.Time }

func NewTicker(b BackOff) *Ticker { return nil }
func (t *Ticker) Stop()           {}
