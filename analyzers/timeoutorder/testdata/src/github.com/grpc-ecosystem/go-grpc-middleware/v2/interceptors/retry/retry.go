package retry

import (
	"time"

	"google.golang.org/grpc"
)

type CallOption struct{ grpc.CallOption }

func UnaryClientInterceptor(opts ...CallOption) grpc.UnaryClientInterceptor { return nil }
func WithMax(n uint) CallOption                                             { return CallOption{} }
func Disable() CallOption                                                   { return CallOption{} }

func WithPerRetryTimeout(d time.Duration) CallOption { return CallOption{} }
