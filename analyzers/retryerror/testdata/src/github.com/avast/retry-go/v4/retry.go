// Package retry declares what the tests call.
package retry

import (
	"context"
	"time"
)

type Option func()

type RetryableFunc func() error

func Do(f RetryableFunc, opts ...Option) error { return nil }
func Attempts(n uint) Option                   { return nil }
func Delay(d time.Duration) Option             { return nil }
func Context(ctx context.Context) Option       { return nil }
func RetryIf(f func(error) bool) Option        { return nil }
func Unrecoverable(err error) error            { return err }
