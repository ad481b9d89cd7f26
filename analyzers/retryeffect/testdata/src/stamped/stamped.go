// Package stamped repeats calls on connections whose interceptors give them keys.
package stamped

import (
	"context"
	"time"

	"github.com/google/uuid"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"stamped/stamp"
)

func again(ctx context.Context, call func() error) error {
	for n := 1; ; n++ {
		err := call()
		if err == nil || n == 3 || ctx.Err() != nil || status.Code(err) != codes.Unavailable {
			return err
		}
		time.Sleep(time.Second)
	}
}

type client struct{ conn *grpc.ClientConn }

func dial(target string) (*client, error) {
	conn, err := grpc.NewClient(target, grpc.WithUnaryInterceptor(stamp.Unary))
	if err != nil {
		return nil, err
	}
	return &client{conn}, nil
}

// order is given another key in each attempt.
func (c *client) order(ctx context.Context, in, out any) error {
	for n := 1; ; n++ {
		err := c.once(ctx, in, out) // want `call of /couriers.v1.Dispatch/Order .*has a key \(idempotency-key of an interceptor of its connection\) that each attempt of the loop .*draws anew`
		if err == nil || n == 3 || ctx.Err() != nil || status.Code(err) != codes.Unavailable {
			return err
		}
		time.Sleep(time.Second)
	}
}

func (c *client) once(ctx context.Context, in, out any) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return c.conn.Invoke(ctx, "/couriers.v1.Dispatch/Order", in, out)
}

// find reads.
func (c *client) find(ctx context.Context, in, out any) error {
	return again(ctx, func() error { return c.conn.Invoke(ctx, "/couriers.v1.Dispatch/Find", in, out) })
}

// single makes one attempt.
func (c *client) single(ctx context.Context, in, out any) error { return c.once(ctx, in, out) }

type named struct{ RequestId string }

// known has a field of its own by which the receiver may know it.
func (c *client) known(ctx context.Context, in *named, out any) (err error) {
	for range 3 {
		if err = c.conn.Invoke(ctx, "/couriers.v1.Dispatch/Order", in, out); status.Code(err) != codes.Unavailable {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func local(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoke grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	ctx = metadata.AppendToOutgoingContext(ctx, "idempotency-key", uuid.NewString())
	return invoke(ctx, method, req, reply, cc, opts...)
}

// some draws keys for some methods.
func some(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoke grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	if method == "/couriers.v1.Dispatch/Cancel" {
		ctx = metadata.AppendToOutgoingContext(ctx, "idempotency-key", uuid.NewString())
	}
	return invoke(ctx, method, req, reply, cc, opts...)
}

func ordered(ctx context.Context, conn *grpc.ClientConn) (err error) {
	for range 3 {
		if err = conn.Invoke(ctx, "/couriers.v1.Dispatch/Order", nil, nil); status.Code(err) != codes.Unavailable { // want `has a key \(idempotency-key of an interceptor .*\) that each attempt`
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func here(ctx context.Context, target string) error {
	conn, err := grpc.NewClient(target, grpc.WithChainUnaryInterceptor(stamp.Trace, local))
	if err != nil {
		return err
	}
	return ordered(ctx, conn)
}

func made(ctx context.Context, target string) error {
	conn, err := grpc.NewClient(target, grpc.WithUnaryInterceptor(stamp.New("me")))
	if err != nil {
		return err
	}
	for range 3 {
		if err = conn.Invoke(ctx, "/couriers.v1.Dispatch/Order", nil, nil); status.Code(err) != codes.Unavailable { // want `has a key \(idempotency-key of an interceptor .*\) that each attempt`
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// either has one of two connections, neither of which draws a key for each attempt.
func either(ctx context.Context, target string, n int) error {
	var conn *grpc.ClientConn
	var err error
	switch n {
	case 0:
		conn, err = grpc.NewClient(target, grpc.WithUnaryInterceptor(stamp.Kept))
	case 1:
		conn, err = grpc.NewClient(target, grpc.WithUnaryInterceptor(stamp.Missing))
	}
	if err != nil {
		return err
	}
	for range 3 {
		if err = conn.Invoke(ctx, "/couriers.v1.Dispatch/Order", nil, nil); status.Code(err) != codes.Unavailable {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// kept leaves the key alone that is there.
func kept(ctx context.Context, target string) error {
	conn, err := grpc.NewClient(target, grpc.WithUnaryInterceptor(stamp.Kept))
	if err != nil {
		return err
	}
	for range 3 {
		if err = conn.Invoke(ctx, "/couriers.v1.Dispatch/Order", nil, nil); status.Code(err) != codes.Unavailable {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// missing draws a key where there is none.
func missing(ctx context.Context, target string) error {
	conn, err := grpc.NewClient(target, grpc.WithUnaryInterceptor(stamp.Missing))
	if err != nil {
		return err
	}
	for range 3 {
		if err = conn.Invoke(ctx, "/couriers.v1.Dispatch/Order", nil, nil); status.Code(err) != codes.Unavailable {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// early leaves calls alone that have a key.
func early(ctx context.Context, target string) error {
	conn, err := grpc.NewClient(target, grpc.WithUnaryInterceptor(stamp.Early))
	if err != nil {
		return err
	}
	for range 3 {
		if err = conn.Invoke(ctx, "/couriers.v1.Dispatch/Order", nil, nil); status.Code(err) != codes.Unavailable {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// traced sets something that is no key.
func traced(ctx context.Context, target string) error {
	conn, err := grpc.NewClient(target, grpc.WithUnaryInterceptor(stamp.Trace))
	if err != nil {
		return err
	}
	for range 3 {
		if err = conn.Invoke(ctx, "/couriers.v1.Dispatch/Order", nil, nil); status.Code(err) != codes.Unavailable {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// partly draws keys for another method.
func partly(ctx context.Context, target string) error {
	conn, err := grpc.NewClient(target, grpc.WithUnaryInterceptor(some))
	if err != nil {
		return err
	}
	for range 3 {
		if err = conn.Invoke(ctx, "/couriers.v1.Dispatch/Order", nil, nil); status.Code(err) != codes.Unavailable {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// only hands its interceptor to one that may leave it out.
func only(ctx context.Context, target string) error {
	conn, err := grpc.NewClient(target, grpc.WithUnaryInterceptor(stamp.Only("/x", stamp.Unary)))
	if err != nil {
		return err
	}
	for range 3 {
		if err = conn.Invoke(ctx, "/couriers.v1.Dispatch/Order", nil, nil); status.Code(err) != codes.Unavailable {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}
