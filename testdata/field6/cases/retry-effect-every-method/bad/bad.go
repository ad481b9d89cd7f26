// Package bad places orders in the shop's order service.
package bad

import (
	"context"
	"fmt"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/protobuf/types/known/structpb"

	"faultfield6/cases/retry-effect-every-method/bad/rpc"
)

// Orders is a client of the order service.
type Orders struct {
	conn *grpc.ClientConn
}

// Dial returns a client of the service at target.
func Dial(target string, creds credentials.TransportCredentials) (*Orders, error) {
	conn, err := grpc.NewClient(target,
		grpc.WithTransportCredentials(creds),
		grpc.WithUnaryInterceptor(rpc.Again(4)), // OR retry-effect
	)
	if err != nil {
		return nil, fmt.Errorf("order service: %w", err)
	}
	return &Orders{conn: conn}, nil
}

// Close ends the connection.
func (o *Orders) Close() error { return o.conn.Close() }

// Get returns an order.
func (o *Orders) Get(ctx context.Context, id string) (*structpb.Struct, error) {
	return o.invoke(ctx, rpc.GetOrder, map[string]any{"id": id})
}

// Place orders the given articles for a customer.
func (o *Orders) Place(ctx context.Context, customer string, articles map[string]any) (*structpb.Struct, error) {
	return o.invoke(ctx, rpc.PlaceOrder, map[string]any{"customer": customer, "articles": articles}) // OR retry-effect
}

func (o *Orders) invoke(ctx context.Context, method string, fields map[string]any) (*structpb.Struct, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	in, err := structpb.NewStruct(fields)
	if err != nil {
		return nil, err
	}
	out := new(structpb.Struct)
	if err := o.conn.Invoke(ctx, method, in, out); err != nil { // OR retry-effect
		return nil, err
	}
	return out, nil
}
