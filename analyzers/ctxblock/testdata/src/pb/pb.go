// Package pb is a stub.
package pb

import (
	"context"

	"google.golang.org/grpc"
)

type Req struct{}
type Resp struct{}

type GreeterServer interface {
	Hello(context.Context, *Req) (*Resp, error)
	Watch(*Req, Greeter_WatchServer) error
}

type UnimplementedGreeterServer struct{}

func (UnimplementedGreeterServer) Hello(context.Context, *Req) (*Resp, error) { return nil, nil }
func (UnimplementedGreeterServer) Watch(*Req, Greeter_WatchServer) error      { return nil }
func (UnimplementedGreeterServer) Follow(*Req, grpc.ServerStreamingServer[Resp]) error {
	return nil
}
func (UnimplementedGreeterServer) Collect(grpc.ClientStreamingServer[Req, Resp]) error { return nil }
func (UnimplementedGreeterServer) Talk(grpc.BidiStreamingServer[Req, Resp]) error      { return nil }

type Greeter_WatchServer interface {
	Send(*Resp) error
	grpc.ServerStream
}

type Greeter_WatchClient interface {
	Recv() (*Resp, error)
	grpc.ClientStream
}

func RegisterGreeterServer(s grpc.ServiceRegistrar, srv GreeterServer) {}
