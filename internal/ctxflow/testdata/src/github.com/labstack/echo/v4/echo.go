// Package echo is a stub.
package echo

import "net/http"

type HandlerFunc func(Context) error

type Context interface {
	Request() *http.Request
	SetRequest(r *http.Request)
	Param(name string) string
}
