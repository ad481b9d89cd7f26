// Package fasthttp is a stub.
package fasthttp

import "time"

type RequestHandler func(ctx *RequestCtx)

type RequestCtx struct{}

func (c *RequestCtx) Deadline() (deadline time.Time, ok bool) { return }
func (c *RequestCtx) Done() <-chan struct{}                   { return nil }
func (c *RequestCtx) Err() error                              { return nil }
func (c *RequestCtx) Value(key any) any                       { return nil }
