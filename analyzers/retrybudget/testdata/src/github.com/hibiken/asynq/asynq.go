// Package asynq declares what the tests call.
package asynq

import "errors"

var SkipRetry = errors.New("skip retry")

type Task struct{}

func (t *Task) Payload() []byte { return nil }
func (t *Task) Type() string    { return "" }
