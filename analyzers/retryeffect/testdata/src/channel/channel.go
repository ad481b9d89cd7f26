// Package channel makes remote calls on connections that repeat them.
package channel

import (
	"context"

	"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/retry"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
)

type order struct{ Kind string }

type all struct{ cc *grpc.ClientConn }

func dialAll(addr string) (*all, error) {
	cc, err := grpc.NewClient(addr, grpc.WithUnaryInterceptor(retry.UnaryClientInterceptor(
		retry.WithMax(3), retry.WithCodes(codes.Unavailable, codes.DeadlineExceeded))))
	if err != nil {
		return nil, err
	}
	return &all{cc: cc}, nil
}

func (a *all) create(ctx context.Context, in *order) error {
	return a.cc.Invoke(ctx, "/mint.Coins/CreateOrder", in, nil) // want `call of /mint.Coins/CreateOrder is repeated by the retry interceptor of its connection \(3 attempts\)`
}

func (a *all) get(ctx context.Context, in *order) error {
	return a.cc.Invoke(ctx, "/mint.Coins/GetOrder", in, nil)
}

func (a *all) once(ctx context.Context, in *order) error {
	return a.cc.Invoke(ctx, "/mint.Coins/CreateOrder", in, nil, retry.Disable())
}

func (a *all) keyed(ctx context.Context, in map[string]string, id string) error {
	return a.cc.Invoke(ctx, "/mint.Coins/CreateOrder", value(map[string]string{"request_id": id}), nil)
}

func value(m map[string]string) any { return m }

const config = `{"methodConfig": [{"name": [{"service": "inn.v1.Rooms"}],
	"retryPolicy": {"maxAttempts": 4, "retryableStatusCodes": ["UNAVAILABLE"]}}]}`

const careful = `{"methodConfig": [{"name": [{"service": "inn.v1.Rooms", "method": "Free"}],
	"retryPolicy": {"maxAttempts": 4, "retryableStatusCodes": ["UNAVAILABLE"]}}]}`

const everything = `{"methodConfig": [{"name": [{}],
	"retryPolicy": {"maxAttempts": 3, "retryableStatusCodes": ["UNAVAILABLE", "ABORTED"]}}]}`

const refused = `{"methodConfig": [{"name": [{}],
	"retryPolicy": {"maxAttempts": 3, "retryableStatusCodes": ["RESOURCE_EXHAUSTED"]}}]}`

type inn struct{ conn grpc.ClientConnInterface }

func dialInn(addr string) (*inn, error) {
	opts := []grpc.DialOption{grpc.WithDefaultServiceConfig(config)}
	conn, err := grpc.NewClient(addr, opts...)
	if err != nil {
		return nil, err
	}
	return &inn{conn: conn}, nil
}

func (i *inn) book(ctx context.Context, in *order) error {
	return i.conn.Invoke(ctx, "/inn.v1.Rooms/Book", in, nil) // want `repeated by the service config of its connection \(4 attempts\)`
}

func (i *inn) other(ctx context.Context, in *order) error {
	return i.conn.Invoke(ctx, "/inn.v1.Bills/Pay", in, nil)
}

type RoomsClient interface {
	Free(ctx context.Context, in *order, opts ...grpc.CallOption) (*order, error)
	Book(ctx context.Context, in *order, opts ...grpc.CallOption) (*order, error)
}

func NewRoomsClient(cc grpc.ClientConnInterface) RoomsClient { return nil }

func carefully(ctx context.Context, addr string, in *order) error {
	conn, err := grpc.NewClient(addr, grpc.WithDefaultServiceConfig(careful))
	if err != nil {
		return err
	}
	return conn.Invoke(ctx, "/inn.v1.Rooms/Book", in, nil)
}

func anything(ctx context.Context, addr string, in *order) error {
	conn, err := grpc.NewClient(addr, grpc.WithDefaultServiceConfig(everything))
	if err != nil {
		return err
	}
	return conn.Invoke(ctx, "/inn.v1.Rooms/Book", in, nil) // want `repeated by the service config of its connection \(3 attempts\)`
}

func turnedAway(ctx context.Context, addr string, in *order) error {
	conn, err := grpc.NewClient(addr, grpc.WithDefaultServiceConfig(refused))
	if err != nil {
		return err
	}
	return conn.Invoke(ctx, "/inn.v1.Rooms/Book", in, nil)
}

// given is made elsewhere.
func given(ctx context.Context, conn grpc.ClientConnInterface, in *order) error {
	return conn.Invoke(ctx, "/inn.v1.Rooms/Book", in, nil)
}

// A stub is a client that keeps the connection.
type stub struct{ cc grpc.ClientConnInterface }

func (s *stub) create(ctx context.Context, in *order) error {
	return s.cc.Invoke(ctx, "/mint.Coins/CreateOrder", in, nil)
}

func stubbed(ctx context.Context) error {
	conn, err := grpc.NewClient("mint", grpc.WithDefaultServiceConfig(everything))
	if err != nil {
		return err
	}
	s := &stub{conn}
	return s.create(ctx, &order{}) // want `is repeated by the service config of its connection \(3 attempts\)`
}

func stubbedElsewhere(ctx context.Context, conn *grpc.ClientConn) error {
	s := &stub{cc: conn}
	return s.create(ctx, &order{})
}
