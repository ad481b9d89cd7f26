// Package asynq is a stub.
package asynq

import (
	"context"
	"errors"
)

var SkipRetry = errors.New("skip retry for the task")

type Task struct{}

func (t *Task) Payload() []byte { return nil }

type HandlerFunc func(context.Context, *Task) error
