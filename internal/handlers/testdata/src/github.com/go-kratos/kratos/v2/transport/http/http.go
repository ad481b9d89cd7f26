// Package http is a stub.
package http

import (
	"context"
	"net/http"
)

type HandlerFunc func(Context) error

type Context interface {
	context.Context
	Request() *http.Request
}
