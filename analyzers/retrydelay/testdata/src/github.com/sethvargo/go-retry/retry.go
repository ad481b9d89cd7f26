package retry

import (
	"context"
	"time"
)

type Backoff interface{ Next() (time.Duration, bool) }

func NewConstant(d time.Duration) Backoff                            { return nil }
func WithMaxRetries(n uint64, b Backoff) Backoff                     { return b }
func RetryableError(err error) error                                 { return err }
func Do(context.Context, Backoff, func(context.Context) error) error { return nil }
