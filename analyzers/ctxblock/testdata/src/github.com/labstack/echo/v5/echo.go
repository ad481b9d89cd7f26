// Package echo is a stub.
package echo

import "net/http"

type HandlerFunc func(*Context) error

type Context struct{}

func (c *Context) Request() *http.Request { return nil }
