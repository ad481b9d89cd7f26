// Package channels repeats remote calls on connections that repeat them by themselves.
package channels

import (
	"context"
	"time"

	"google.golang.org/grpc"
)

type request struct{}

// A stub is what is generated for a service.
type stub struct{ cc grpc.ClientConnInterface }

func (s *stub) Check(ctx context.Context, in *request, opts ...grpc.CallOption) (*request, error) {
	out := new(request)
	return out, s.cc.Invoke(ctx, "/inn.v1.Rooms/Check", in, out, opts...)
}

const every = `{"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 4, "retryableStatusCodes": ["UNAVAILABLE"]}}]}`

const other = `{"methodConfig": [{"name": [{"service": "inn.v1.Guests"}], "retryPolicy": {"maxAttempts": 4, "retryableStatusCodes": ["UNAVAILABLE"]}}]}`

func configured(ctx context.Context) error {
	cc, err := grpc.NewClient("inn:1", grpc.WithDefaultServiceConfig(every))
	if err != nil {
		return err
	}
	s := &stub{cc}
	for range 3 {
		if _, err = s.Check(ctx, &request{}); err == nil { // want `the service config of its connection tries up to 4 times by itself, and the loop at channels.go:\d+ repeats that: 3 × 4 = 12 attempts`
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func otherService(ctx context.Context) error {
	cc, err := grpc.NewClient("inn:1", grpc.WithDefaultServiceConfig(other))
	if err != nil {
		return err
	}
	s := &stub{cc: cc}
	for range 3 {
		if _, err = s.Check(ctx, &request{}); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// Whose connection it is is not told.
func given(ctx context.Context, cc grpc.ClientConnInterface) (err error) {
	s := &stub{cc: cc}
	for range 3 {
		if _, err = s.Check(ctx, &request{}); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func thrice(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoker grpc.UnaryInvoker, opts ...grpc.CallOption) (err error) {
	for range 3 {
		if err = invoker(ctx, method, req, reply, cc, opts...); err == nil {
			return nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return err
}

func logged(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoker grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	err := invoker(ctx, method, req, reply, cc, opts...)
	println(method, err != nil)
	return err
}

func intercepted(ctx context.Context) error {
	cc, err := grpc.NewClient("inn:1", grpc.WithUnaryInterceptor(thrice))
	if err != nil {
		return err
	}
	for range 5 {
		if err = cc.Invoke(ctx, "/inn.v1.Rooms/Check", &request{}, nil); err == nil { // want `the interceptor thrice of its connection tries up to 3 times by itself, and the loop at channels.go:\d+ repeats that: 5 × 3 = 15 attempts`
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func watched(ctx context.Context) error {
	cc, err := grpc.NewClient("inn:1", grpc.WithUnaryInterceptor(logged))
	if err != nil {
		return err
	}
	for range 5 {
		if err = cc.Invoke(ctx, "/inn.v1.Rooms/Check", &request{}, nil); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
