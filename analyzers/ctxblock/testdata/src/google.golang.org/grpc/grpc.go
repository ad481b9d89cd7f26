// Package grpc is a stub.
package grpc

import "context"

type ServiceRegistrar interface{}

type ServerStream interface {
	SendHeader(map[string][]string) error
	Context() context.Context
	SendMsg(m any) error
	RecvMsg(m any) error
}

type ClientStream interface {
	Context() context.Context
	CloseSend() error
	SendMsg(m any) error
	RecvMsg(m any) error
}

type ServerStreamingServer[Res any] interface {
	Send(*Res) error
	ServerStream
}

type ClientStreamingServer[Req, Res any] interface {
	Recv() (*Req, error)
	SendAndClose(*Res) error
	ServerStream
}

type BidiStreamingServer[Req, Res any] interface {
	Recv() (*Req, error)
	Send(*Res) error
	ServerStream
}

type UnaryServerInfo struct{}
type UnaryHandler func(ctx context.Context, req any) (any, error)
type UnaryServerInterceptor func(ctx context.Context, req any, info *UnaryServerInfo, handler UnaryHandler) (resp any, err error)
type StreamServerInfo struct{}
type StreamHandler func(srv any, stream ServerStream) error
type StreamServerInterceptor func(srv any, ss ServerStream, info *StreamServerInfo, handler StreamHandler) error

type ClientConn struct{}
