// Package huma is a stub.
package huma

import "context"

type API interface{}
type Operation struct{}

func Register[I, O any](api API, op Operation, handler func(context.Context, *I) (*O, error)) {}
func Get[I, O any](api API, path string, handler func(context.Context, *I) (*O, error))       {}
