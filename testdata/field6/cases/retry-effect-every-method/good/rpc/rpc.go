// Package rpc holds what the clients of the shop's services share.
package rpc

import (
	"context"
	"math/rand/v2"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// Methods of the order service.
const (
	GetOrder   = "/shop.orders.v1.Orders/Get"
	ListOrders = "/shop.orders.v1.Orders/List"
	PlaceOrder = "/shop.orders.v1.Orders/Place"
)

var reads = map[string]bool{GetOrder: true, ListOrders: true}

// Again returns an interceptor that makes up to max attempts.
func Again(max int) grpc.UnaryClientInterceptor {
	return func(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoker grpc.UnaryInvoker, opts ...grpc.CallOption) error {
		for n := 1; ; n++ {
			err := invoker(ctx, method, req, reply, cc, opts...)
			if err == nil || n == max || !again(method, err) {
				return err
			}
			select {
			case <-ctx.Done():
				return err
			case <-time.After(time.Duration(n)*100*time.Millisecond + rand.N(100*time.Millisecond)):
			}
		}
	}
}

func again(method string, err error) bool {
	switch status.Code(err) {
	case codes.ResourceExhausted, codes.Unavailable:
		return reads[method]
	default:
		return false
	}
}
