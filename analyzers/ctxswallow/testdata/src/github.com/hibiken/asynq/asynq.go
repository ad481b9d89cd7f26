// Package asynq stands for the task queue.
package asynq

import "context"

// Task is a task.
type Task struct{ payload []byte }

// Payload returns what the task is about.
func (t *Task) Payload() []byte { return t.payload }

// Handler handles tasks.
type Handler interface {
	ProcessTask(ctx context.Context, t *Task) error
}

// HandlerFunc is a function that handles tasks.
type HandlerFunc func(context.Context, *Task) error

// ProcessTask calls the function.
func (f HandlerFunc) ProcessTask(ctx context.Context, t *Task) error { return f(ctx, t) }

// ServeMux finds the handler of a task.
type ServeMux struct{}

// Handle registers a handler.
func (m *ServeMux) Handle(pattern string, h Handler) {}

// HandleFunc registers a function.
func (m *ServeMux) HandleFunc(pattern string, h func(context.Context, *Task) error) {}
