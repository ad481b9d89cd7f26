package backoff

import (
	"context"
	"time"
)

type BackOff interface {
	NextBackOff() time.Duration
	Reset()
}

type ConstantBackOff struct{ Interval time.Duration }

func NewConstantBackOff(d time.Duration) *ConstantBackOff { return nil }
func (b *ConstantBackOff) NextBackOff() time.Duration     { return 0 }
func (b *ConstantBackOff) Reset()                         {}
func WithMaxRetries(b BackOff, max uint64) BackOff        { return nil }
func WithContext(b BackOff, ctx context.Context) BackOff  { return nil }
func Retry(op func() error, b BackOff) error              { return op() }
