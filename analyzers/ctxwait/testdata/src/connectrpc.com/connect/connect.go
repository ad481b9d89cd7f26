// Package connect stands in for the library.
package connect

import "context"

type Request[T any] struct{ Msg *T }

type ServerStream[T any] struct{}

func (*ServerStream[T]) Send(*T) error { return nil }

type Handler struct{}

func NewServerStreamHandler[Req, Res any](procedure string, f func(context.Context, *Request[Req], *ServerStream[Res]) error) *Handler {
	return nil
}
