package retry

import (
	"context"
	"time"
)

type Option func(*Config)
type Config struct{}
type RetryableFunc func() error

func Do(f RetryableFunc, opts ...Option) error                         { return nil }
func DoWithData[T any](f func() (T, error), opts ...Option) (T, error) { return f() }
func Attempts(n uint) Option                                           { return nil }
func UntilSucceeded() Option                                           { return nil }
func Delay(d time.Duration) Option                                     { return nil }
func MaxJitter(d time.Duration) Option                                 { return nil }
func MaxDelay(d time.Duration) Option                                  { return nil }
func Context(ctx context.Context) Option                               { return nil }
func LastErrorOnly(b bool) Option                                      { return nil }
func RetryIf(f func(error) bool) Option                                { return nil }
func Unrecoverable(err error) error                                    { return err }
