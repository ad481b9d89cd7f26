package internal

import "time"

type Context interface {
	Done() Channel
	Err() error
	Value(key any) any
}

type Channel interface{}

type Future interface {
	Get(ctx Context, to any) error
}

type RetryPolicy struct {
	InitialInterval    time.Duration
	BackoffCoefficient float64
	MaximumInterval    time.Duration
	MaximumAttempts    int32
}

type ActivityOptions struct {
	TaskQueue              string
	ScheduleToCloseTimeout time.Duration
	StartToCloseTimeout    time.Duration
	RetryPolicy            *RetryPolicy
}
