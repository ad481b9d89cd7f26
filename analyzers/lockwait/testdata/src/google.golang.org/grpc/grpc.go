// Package grpc stands in for gRPC.
package grpc

type CallOption interface{}
