// Package pbtwirp is a stub.
package pbtwirp

import (
	"context"
	"net/http"
)

type Req struct{}
type Resp struct{}

type Hats interface {
	Make(context.Context, *Req) (*Resp, error)
}

type TwirpServer interface {
	http.Handler
	ServiceDescriptor() ([]byte, int)
}

func NewHatsServer(svc Hats, opts ...any) TwirpServer { return nil }
