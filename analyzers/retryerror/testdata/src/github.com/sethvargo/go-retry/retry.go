// Package retry declares what the tests call.
package retry

import (
	"context"
	"time"
)

type Backoff interface{ Next() (time.Duration, bool) }

func NewConstant(d time.Duration) Backoff                                        { return nil }
func WithMaxRetries(n uint64, b Backoff) Backoff                                 { return b }
func RetryableError(err error) error                                             { return err }
func Do(ctx context.Context, b Backoff, f func(ctx context.Context) error) error { return f(ctx) }
