// Package fiber is a stub.
package fiber

import (
	"context"
	"time"
)

type Ctx interface {
	Context() context.Context
	Deadline() (deadline time.Time, ok bool)
	Done() <-chan struct{}
	Err() error
	Value(key any) any
}

type Handler = func(Ctx) error
