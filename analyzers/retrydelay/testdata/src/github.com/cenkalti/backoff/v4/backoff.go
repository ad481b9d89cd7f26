package backoff

import "time"

const Stop time.Duration = -1

type ExponentialBackOff struct {
	InitialInterval, MaxInterval, MaxElapsedTime time.Duration
}

func NewExponentialBackOff(opts ...Option) *ExponentialBackOff { return nil }
func (b *ExponentialBackOff) NextBackOff() time.Duration       { return 0 }
func (b *ExponentialBackOff) Reset()                           {}

type Option func(*ExponentialBackOff)

func WithInitialInterval(d time.Duration) Option { return nil }
func WithMaxElapsedTime(d time.Duration) Option  { return nil }
