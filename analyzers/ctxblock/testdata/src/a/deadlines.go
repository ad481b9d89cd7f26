package a

import (
	"context"
	"crypto/tls"
	"net"
	"time"
)

// Right: the dialer was given the context's deadline, and so is through by then.
func dialBy(ctx context.Context, addr string, cfg *tls.Config) (net.Conn, error) {
	d := &net.Dialer{}
	deadline, _ := ctx.Deadline()
	d.Deadline = deadline
	return tls.DialWithDialer(d, "tcp", addr, cfg)
}

// Right: the same as a duration.
func dialWithin(ctx context.Context, addr string, cfg *tls.Config) (net.Conn, error) {
	d := &net.Dialer{Timeout: time.Second}
	if deadline, ok := ctx.Deadline(); ok {
		d.Timeout = time.Until(deadline)
	}
	return tls.DialWithDialer(d, "tcp", addr, cfg)
}

// Right: in its literal, and without a variable.
func dialLeft(ctx context.Context, addr string) (net.Conn, error) {
	deadline, ok := ctx.Deadline()
	if !ok {
		deadline = time.Now().Add(time.Minute)
	}
	d := net.Dialer{Deadline: deadline.Add(-time.Second)}
	return d.Dial("tcp", addr)
}

// A limit that has nothing to do with the context's.
func dialLate(ctx context.Context, addr string, cfg *tls.Config) (net.Conn, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	d := &net.Dialer{}
	d.Deadline = time.Now().Add(time.Minute)
	return tls.DialWithDialer(d, "tcp", addr, cfg) // want `tls.DialWithDialer waits`
}

// The deadline is only looked at.
func dialLooked(ctx context.Context, addr string) (net.Conn, error) {
	d := net.Dialer{}
	if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) < time.Second {
		return nil, context.DeadlineExceeded
	}
	return d.Dial("tcp", addr) // want `\(\*net.Dialer\).Dial waits`
}

// Its author has told another linter of the same kind that it is meant.
func dialAnyway(ctx context.Context, addr string) (net.Conn, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return net.Dial("tcp", addr) //nolint:noctx // the peer is this machine
}
