// Package grpc is a stub.
package grpc

import "context"

type CallOption interface{}

type DialOption interface{}

type UnaryInvoker func(ctx context.Context, method string, req, reply any, cc *ClientConn, opts ...CallOption) error

type UnaryClientInterceptor func(ctx context.Context, method string, req, reply any, cc *ClientConn, invoker UnaryInvoker, opts ...CallOption) error

type ClientConnInterface interface {
	Invoke(ctx context.Context, method string, args, reply any, opts ...CallOption) error
}

type ClientConn struct{}

func (c *ClientConn) Invoke(ctx context.Context, method string, args, reply any, opts ...CallOption) error {
	return nil
}

func NewClient(target string, opts ...DialOption) (*ClientConn, error) { return nil, nil }

func WithUnaryInterceptor(i UnaryClientInterceptor) DialOption         { return nil }
func WithChainUnaryInterceptor(i ...UnaryClientInterceptor) DialOption { return nil }
func WithDefaultServiceConfig(s string) DialOption                     { return nil }
