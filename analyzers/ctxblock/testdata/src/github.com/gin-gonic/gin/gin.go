// Package gin is a stub.
package gin

import (
	"net/http"
	"time"
)

type HandlerFunc func(*Context)

type Context struct{ Request *http.Request }

func (c *Context) Deadline() (deadline time.Time, ok bool) { return }
func (c *Context) Done() <-chan struct{}                   { return nil }
func (c *Context) Err() error                              { return nil }
func (c *Context) Value(key any) any                       { return nil }

type RouterGroup struct{}

func (g *RouterGroup) GET(path string, handlers ...HandlerFunc) {}

type Engine struct {
	RouterGroup
	ContextWithFallback bool
}

func New() *Engine { return nil }
