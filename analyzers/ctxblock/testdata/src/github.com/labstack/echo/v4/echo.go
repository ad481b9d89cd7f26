// Package echo is a stub.
package echo

import "net/http"

type HandlerFunc func(Context) error
type MiddlewareFunc func(next HandlerFunc) HandlerFunc

type Context interface {
	Request() *http.Request
	Param(name string) string
}

type Echo struct{}

func (e *Echo) GET(path string, h HandlerFunc, m ...MiddlewareFunc) {}
