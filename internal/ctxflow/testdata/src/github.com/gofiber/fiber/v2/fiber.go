// Package fiber is a stub.
package fiber

import (
	"context"

	"github.com/valyala/fasthttp"
)

type Handler = func(*Ctx) error

type Ctx struct{}

func (c *Ctx) UserContext() context.Context          { return nil }
func (c *Ctx) SetUserContext(ctx context.Context)    {}
func (c *Ctx) Context() *fasthttp.RequestCtx         { return nil }
func (c *Ctx) Params(key string, d ...string) string { return "" }
