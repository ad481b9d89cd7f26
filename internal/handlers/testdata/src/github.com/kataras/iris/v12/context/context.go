// Package context is a stub.
package context

import "net/http"

type Context struct{}

func (c *Context) Request() *http.Request { return nil }
