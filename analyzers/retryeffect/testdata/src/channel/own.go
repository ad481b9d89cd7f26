package channel

import (
	"context"
	"log"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// Own repeats whatever is called.
func Own(tries int) grpc.UnaryClientInterceptor {
	return func(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoker grpc.UnaryInvoker, opts ...grpc.CallOption) error {
		for n := 1; ; n++ {
			err := invoker(ctx, method, req, reply, cc, opts...)
			if err == nil || n == tries || ctx.Err() != nil {
				return err
			}
			time.Sleep(time.Second)
		}
	}
}

// Named repeats what it was told to.
func Named(tries int, again map[string]bool) grpc.UnaryClientInterceptor {
	return func(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoker grpc.UnaryInvoker, opts ...grpc.CallOption) error {
		for n := 1; ; n++ {
			err := invoker(ctx, method, req, reply, cc, opts...)
			if err == nil || n == tries || ctx.Err() != nil || !again[method] {
				return err
			}
			time.Sleep(time.Second)
		}
	}
}

// A policy says how often a call is made.
type policy struct {
	tries int
	pause time.Duration
	only  func(method string) bool
}

// all repeats every call; a method of its own makes one attempt.
func (p policy) all(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoker grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	var err error
	for range p.tries {
		if err = p.one(ctx, method, req, reply, cc, invoker, opts); err == nil {
			return nil
		}
		time.Sleep(p.pause)
	}
	return err
}

func (p policy) one(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoker grpc.UnaryInvoker, opts []grpc.CallOption) error {
	ctx, cancel := context.WithTimeout(ctx, p.pause)
	defer cancel()
	return invoker(ctx, method, req, reply, cc, opts...) // want `every method is repeated by the loop`
}

// some asks for each method.
func (p policy) some(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoker grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	var err error
	for range p.tries {
		if err = p.one(ctx, method, req, reply, cc, invoker, opts); err == nil || !p.only(method) {
			return err
		}
		time.Sleep(p.pause)
	}
	return err
}

func sendOnce(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoker grpc.UnaryInvoker) error {
	return invoker(ctx, method, req, reply, cc)
}

// Logged repeats every call and says which.
func Logged(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoker grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	var err error
	for n := range 3 {
		if err = sendOnce(ctx, method, req, reply, cc, invoker); err == nil {
			return nil
		}
		log.Printf("%s failed the %dth time", method, n)
		time.Sleep(time.Second)
	}
	return err
}

type againKey struct{}

// Asked repeats calls whose context says that they may be.
func Asked(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoker grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	may, _ := ctx.Value(againKey{}).(bool)
	var err error
	for range 3 {
		err = invoker(ctx, method, req, reply, cc, opts...)
		if err == nil || !may {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

type tries struct{ n int }

// Optional repeats as often as an option of the call says.
func Optional(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoker grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	n := 1
	for _, o := range opts {
		if t, ok := o.(tries); ok {
			n = t.n
		}
	}
	var err error
	for range n {
		if err = invoker(ctx, method, req, reply, cc, opts...); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// Counted adds an option of its own to each call.
func Counted(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoker grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	opts = append(opts, tries{1})
	var err error
	for range 3 {
		err = invoker(ctx, method, req, reply, cc, opts...)
		if err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// quiet repeats every call of a connection that others make.
func quiet(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoker grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	var err error
	for range 3 {
		err = invoker(ctx, method, req, reply, cc, opts...) // want `every method is repeated by the loop`
		if err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

var reads = map[string]bool{"/mint.Coins/Get": true}

// halves asks for the method on some codes only.
func halves(tries int) grpc.UnaryClientInterceptor {
	return func(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoker grpc.UnaryInvoker, opts ...grpc.CallOption) error {
		for n := 1; ; n++ {
			err := invoker(ctx, method, req, reply, cc, opts...) // want `every method is repeated by the loop`
			if err == nil || n == tries || !half(method, err) {
				return err
			}
			time.Sleep(time.Second)
		}
	}
}

func half(method string, err error) bool {
	switch status.Code(err) {
	case codes.ResourceExhausted:
		return reads[method]
	case codes.Unavailable:
		return true
	}
	return false
}

// Fully asks for the method where it matters.
func Fully(tries int) grpc.UnaryClientInterceptor {
	return func(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoker grpc.UnaryInvoker, opts ...grpc.CallOption) error {
		for n := 1; ; n++ {
			err := invoker(ctx, method, req, reply, cc, opts...)
			if err == nil || n == tries || !fully(method, err) {
				return err
			}
			time.Sleep(time.Second)
		}
	}
}

func fully(method string, err error) bool {
	switch status.Code(err) {
	case codes.ResourceExhausted:
		return true
	case codes.Unavailable, codes.DeadlineExceeded:
		return reads[method]
	}
	return false
}

// First asks for the method before all else.
func First(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoker grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	var err error
	for range 4 {
		err = invoker(ctx, method, req, reply, cc, opts...)
		if err == nil || !first(method, err) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func first(method string, err error) bool {
	if !reads[method] {
		return false
	}
	switch status.Code(err) {
	case codes.Unavailable, codes.DeadlineExceeded:
		return true
	}
	return false
}

// either asks in one line, for reads after a refusal alone.
func (p policy) either(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoker grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	var err error
	for range p.tries {
		err = invoker(ctx, method, req, reply, cc, opts...) // want `every method is repeated by the loop`
		again := status.Code(err) == codes.Unavailable || p.only(method) && status.Code(err) == codes.ResourceExhausted
		if !again {
			return err
		}
		time.Sleep(p.pause)
	}
	return err
}

// Both asks in one line, for reads after anything.
func (p policy) Both(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoker grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	var err error
	for range p.tries {
		err = invoker(ctx, method, req, reply, cc, opts...)
		again := status.Code(err) == codes.ResourceExhausted || p.only(method) && status.Code(err) == codes.Unavailable
		if !again {
			return err
		}
		time.Sleep(p.pause)
	}
	return err
}

type mint struct{ cc *grpc.ClientConn }

func dialOwn(addr string) (*mint, error) {
	cc, err := grpc.NewClient(addr, grpc.WithUnaryInterceptor(Own(4)))
	if err != nil {
		return nil, err
	}
	return &mint{cc: cc}, nil
}

func (m *mint) get(ctx context.Context, in *order) error {
	return m.invoke(ctx, "/mint.Coins/GetOrder", map[string]string{"kind": in.Kind})
}

func (m *mint) create(ctx context.Context, in *order) error {
	return m.invoke(ctx, "/mint.Coins/CreateOrder", map[string]string{"kind": in.Kind}) // want `call of /mint.Coins/CreateOrder is repeated by the interceptor Own of its connection, for every method`
}

func (m *mint) keyed(ctx context.Context, in *order, id string) error {
	return m.invoke(ctx, "/mint.Coins/CreateOrder", map[string]string{"kind": in.Kind, "request_id": id})
}

// given may hold a key.
func (m *mint) given(ctx context.Context, in map[string]string) error {
	return m.invoke(ctx, "/mint.Coins/CreateOrder", in)
}

func (m *mint) invoke(ctx context.Context, method string, in map[string]string) error {
	return m.cc.Invoke(ctx, method, value(in), nil)
}

type plain struct{ cc *grpc.ClientConn }

func dialLogged(addr string) (*plain, error) {
	cc, err := grpc.NewClient(addr, grpc.WithChainUnaryInterceptor(Named(3, nil), Counted))
	if err != nil {
		return nil, err
	}
	return &plain{cc: cc}, nil
}

func (p *plain) create(ctx context.Context, in *order) error {
	return p.cc.Invoke(ctx, "/mint.Coins/CreateOrder", in, nil) // want `is repeated by the interceptor Counted of its connection`
}

type named struct{ cc *grpc.ClientConn }

func dialNamed(addr string) (*named, error) {
	cc, err := grpc.NewClient(addr, grpc.WithUnaryInterceptor(Named(3, nil)))
	if err != nil {
		return nil, err
	}
	return &named{cc: cc}, nil
}

func (n *named) create(ctx context.Context, in *order) error {
	return n.cc.Invoke(ctx, "/mint.Coins/CreateOrder", in, nil)
}
