// Package grpc is a stub.
package grpc

import "context"

type ServerStream interface {
	SendHeader(map[string][]string) error
	Context() context.Context
	SendMsg(m any) error
	RecvMsg(m any) error
}
