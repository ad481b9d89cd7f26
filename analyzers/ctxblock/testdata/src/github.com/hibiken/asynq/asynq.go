// Package asynq is a stub.
package asynq

import "context"

type Task struct{}

type Handler interface {
	ProcessTask(context.Context, *Task) error
}
type HandlerFunc func(context.Context, *Task) error
type ServeMux struct{}

func (m *ServeMux) HandleFunc(pattern string, h func(context.Context, *Task) error) {}
