package retry

import (
	"context"
	"time"
)

type Backoff interface{ Next() (time.Duration, bool) }
type RetryFunc func(ctx context.Context) error

func Do(ctx context.Context, b Backoff, f RetryFunc) error { return f(ctx) }
func NewConstant(t time.Duration) Backoff                  { return nil }
func NewExponential(base time.Duration) Backoff            { return nil }
func WithMaxRetries(max uint64, next Backoff) Backoff      { return nil }
func WithJitterPercent(j uint64, next Backoff) Backoff     { return nil }
func RetryableError(err error) error                       { return err }

func WithMaxDuration(d time.Duration, next Backoff) Backoff { return nil }
