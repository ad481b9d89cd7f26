package retry

import (
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
)

type CallOption struct{}

func UnaryClientInterceptor(opts ...CallOption) grpc.UnaryClientInterceptor { return nil }
func WithMax(n uint) CallOption                                             { return CallOption{} }
func WithCodes(c ...codes.Code) CallOption                                  { return CallOption{} }
func WithPerRetryTimeout(d time.Duration) CallOption                        { return CallOption{} }
