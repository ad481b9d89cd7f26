package retrypolicy

import "time"

type RetryPolicy[R any] interface{ ToExecutor(R) any }

type Builder[R any] interface {
	WithMaxAttempts(n int) Builder[R]
	WithMaxRetries(n int) Builder[R]
	WithBackoff(delay, max time.Duration) Builder[R]
	WithMaxDuration(d time.Duration) Builder[R]
	Build() RetryPolicy[R]
}

func NewBuilder[R any]() Builder[R] { return nil }
