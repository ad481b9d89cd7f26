package grpc

type DialOption interface{ apply() }
type ClientConn struct{}

func NewClient(target string, opts ...DialOption) (*ClientConn, error) { return nil, nil }
func WithDefaultServiceConfig(s string) DialOption                     { return nil }
