package grpc

import "context"

type (
	CallOption             interface{ before() }
	DialOption             interface{ apply() }
	ClientConn             struct{}
	ClientConnInterface    interface{ conn() }
	UnaryClientInterceptor func(ctx context.Context, method string) error
)

func (c *ClientConn) conn()                                      {}
func NewClient(target string, o ...DialOption) (*ClientConn, error) { return nil, nil }
func WaitForReady(yes bool) CallOption                           { return nil }
func MaxCallSize(n int) CallOption                               { return nil }
func WithDefaultCallOptions(o ...CallOption) DialOption          { return nil }
func WithUserAgent(s string) DialOption                          { return nil }
func WithDefaultServiceConfig(s string) DialOption               { return nil }
func WithUnaryInterceptor(f UnaryClientInterceptor) DialOption   { return nil }
