package targets

import (
	"context"
	"net"
	"time"

	"google.golang.org/grpc"
)

func dial(ctx context.Context, addrs []string) (conn net.Conn, err error) {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	var d net.Dialer
	for _, a := range addrs {
		if conn, err = d.DialContext(ctx, "tcp", a); err == nil { // want `all that the loop asks in turn share the limit of 20s`
			return conn, nil
		}
	}
	return nil, err
}

// The dialer has a limit.
func dialShort(ctx context.Context, addrs []string) (conn net.Conn, err error) {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	d := net.Dialer{Timeout: 3 * time.Second}
	for _, a := range addrs {
		if conn, err = d.DialContext(ctx, "tcp", a); err == nil {
			return conn, nil
		}
	}
	return nil, err
}

func invoke(ctx context.Context, conns []*grpc.ClientConn, in, out any) (err error) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	for _, c := range conns {
		if err = c.Invoke(ctx, "/x/Y", in, out); err == nil { // want `all that the loop asks in turn share the limit of 2s`
			return nil
		}
	}
	return err
}
