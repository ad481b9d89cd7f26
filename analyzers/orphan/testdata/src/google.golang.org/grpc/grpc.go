// Package grpc stands in for gRPC.
package grpc

import "context"

type CallOption interface{}

type ClientConn struct{}

func (*ClientConn) Close() error { return nil }

type ClientStream interface {
	Context() context.Context
	CloseSend() error
	SendMsg(m any) error
	RecvMsg(m any) error
}
