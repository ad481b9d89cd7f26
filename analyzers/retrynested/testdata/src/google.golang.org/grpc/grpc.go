package grpc

import "context"

type DialOption interface{ apply() }
type CallOption interface{ before() }
type UnaryInvoker func(ctx context.Context, method string, req, reply any, cc *ClientConn, opts ...CallOption) error
type UnaryClientInterceptor func(ctx context.Context, method string, req, reply any, cc *ClientConn, invoker UnaryInvoker, opts ...CallOption) error
type ClientConn struct{}
type ClientConnInterface interface {
	Invoke(ctx context.Context, method string, args, reply any, opts ...CallOption) error
}

func NewClient(target string, opts ...DialOption) (*ClientConn, error) { return nil, nil }

func WithUnaryInterceptor(f UnaryClientInterceptor) DialOption          { return nil }
func WithChainUnaryInterceptor(fs ...UnaryClientInterceptor) DialOption { return nil }
func WithDefaultServiceConfig(s string) DialOption                      { return nil }
func (c *ClientConn) Invoke(ctx context.Context, method string, args, reply any, opts ...CallOption) error {
	return nil
}
