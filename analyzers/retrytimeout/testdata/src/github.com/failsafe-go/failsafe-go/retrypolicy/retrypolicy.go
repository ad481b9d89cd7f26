package retrypolicy

import (
	"time"

	"github.com/failsafe-go/failsafe-go"
)

type RetryPolicy[R any] interface{ failsafe.Policy[R] }
type Builder[R any] interface {
	failsafe.FailurePolicyBuilder[Builder[R], R]
	WithMaxRetries(n int) Builder[R]
	WithDelay(d time.Duration) Builder[R]
	WithBackoff(d, most time.Duration) Builder[R]
	Build() RetryPolicy[R]
}

func NewBuilder[R any]() Builder[R] { return nil }
