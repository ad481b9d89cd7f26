package grpc

import "context"

type DialOption interface{ apply() }
type ClientConn struct{}
type CallOption interface{ call() }
type UnaryInvoker func(ctx context.Context, method string, req, reply any, cc *ClientConn, opts ...CallOption) error
type UnaryClientInterceptor func(ctx context.Context, method string, req, reply any, cc *ClientConn, invoker UnaryInvoker, opts ...CallOption) error

func NewClient(target string, opts ...DialOption) (*ClientConn, error) { return nil, nil }
func WithDefaultServiceConfig(s string) DialOption                     { return nil }
func WithUnaryInterceptor(f UnaryClientInterceptor) DialOption         { return nil }
func WithChainUnaryInterceptor(f ...UnaryClientInterceptor) DialOption { return nil }

func (cc *ClientConn) Invoke(ctx context.Context, method string, args, reply any, opts ...CallOption) error {
	return nil
}
