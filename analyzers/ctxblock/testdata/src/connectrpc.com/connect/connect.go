// Package connect is a stub.
package connect

import (
	"context"
	"net/http"
)

type Request[T any] struct{ Msg *T }
type Response[T any] struct{ Msg *T }
type ServerStream[T any] struct{}
type ClientStream[T any] struct{}
type BidiStream[Req, Res any] struct{}

func NewUnaryHandler[Req, Res any](procedure string, unary func(context.Context, *Request[Req]) (*Response[Res], error)) http.Handler {
	return nil
}

func NewUnaryHandlerSimple[Req, Res any](procedure string, unary func(context.Context, *Req) (*Res, error)) http.Handler {
	return nil
}
