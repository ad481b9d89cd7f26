// Package genpb stands for generated code.
package genpb

import (
	"context"

	"google.golang.org/grpc"
)

type Request struct{}
type Reply struct{ Up bool }

type HealthClient interface {
	Check(ctx context.Context, in *Request, opts ...grpc.CallOption) (*Reply, error)
}

func NewHealthClient(cc grpc.ClientConnInterface) HealthClient { return nil }
