// Package app is a stub.
package app

import "context"

type HandlerFunc func(c context.Context, ctx *RequestContext)

type RequestContext struct{}
