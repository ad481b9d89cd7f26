// Package genpb looks as generated clients do.
package genpb

import (
	"context"

	"google.golang.org/grpc"
)

type CreateOrderRequest struct {
	Sum       int
	RequestId string
}

type CreateBookRequest struct {
	BookId string
	Title  string
}

type SendMailRequest struct{ To string }

type GetOrderRequest struct{ Id string }

type Reply struct{}

type OrdersClient interface {
	CreateOrder(ctx context.Context, in *CreateOrderRequest, opts ...grpc.CallOption) (*Reply, error)
	CreateBook(ctx context.Context, in *CreateBookRequest, opts ...grpc.CallOption) (*Reply, error)
	SendMail(ctx context.Context, in *SendMailRequest, opts ...grpc.CallOption) (*Reply, error)
	GetOrder(ctx context.Context, in *GetOrderRequest, opts ...grpc.CallOption) (*Reply, error)
	CheckoutCart(ctx context.Context, in *GetOrderRequest, opts ...grpc.CallOption) (*Reply, error)
}

// Local has a method of the same name that calls nobody.
type Local interface {
	CreateOrder(ctx context.Context, in *CreateOrderRequest) (*Reply, error)
}
