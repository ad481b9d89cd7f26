// Package retry is a stub.
package retry

import (
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
)

type CallOption struct{ grpc.CallOption }

func UnaryClientInterceptor(opts ...CallOption) grpc.UnaryClientInterceptor { return nil }
func WithMax(n uint) CallOption                                             { return CallOption{} }
func WithCodes(c ...codes.Code) CallOption                                  { return CallOption{} }
func Disable() CallOption                                                   { return CallOption{} }
