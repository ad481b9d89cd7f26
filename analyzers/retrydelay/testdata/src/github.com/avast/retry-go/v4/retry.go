// Package retry declares what the tests call.
package retry

import (
	"context"
	"time"
)

type Config struct{}

type Option func(*Config)

type RetryableFunc func() error

type DelayTypeFunc func(n uint, err error, config *Config) time.Duration

func Do(f RetryableFunc, opts ...Option) error                { return nil }
func Attempts(n uint) Option                                  { return nil }
func Delay(d time.Duration) Option                            { return nil }
func MaxDelay(d time.Duration) Option                         { return nil }
func MaxJitter(d time.Duration) Option                        { return nil }
func DelayType(f DelayTypeFunc) Option                        { return nil }
func Context(ctx context.Context) Option                      { return nil }
func FixedDelay(n uint, err error, c *Config) time.Duration   { return 0 }
func BackOffDelay(n uint, err error, c *Config) time.Duration { return 0 }
func RandomDelay(n uint, err error, c *Config) time.Duration  { return 0 }
func CombineDelay(delays ...DelayTypeFunc) DelayTypeFunc      { return nil }
