package a

import (
	"bufio"
	"context"
	"net"
)

func reply(conn net.Conn) (string, error) {
	return bufio.NewReader(conn).ReadString('\n')
}

func ask(ctx context.Context, addr string) (string, error) {
	var d net.Dialer
	conn, err := d.DialContext(ctx, "tcp", addr)
	if err != nil {
		return "", err
	}
	got := make(chan string, 1)
	go func() {
		defer conn.Close()
		s, _ := reply(conn) // want `goes on after ask has given up on it at open.go:\d+: nothing closes conn then; close it before leaving`
		got <- s
	}()
	select {
	case s := <-got:
		return s, nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

func askRight(ctx context.Context, addr string) (string, error) {
	var d net.Dialer
	conn, err := d.DialContext(ctx, "tcp", addr)
	if err != nil {
		return "", err
	}
	got := make(chan string, 1)
	go func() {
		defer conn.Close()
		s, _ := reply(conn)
		got <- s
	}()
	select {
	case s := <-got:
		return s, nil
	case <-ctx.Done():
		conn.Close()
		return "", ctx.Err()
	}
}

// The end of the function closes it.
func askDeferred(ctx context.Context, addr string) (string, error) {
	var d net.Dialer
	conn, err := d.DialContext(ctx, "tcp", addr)
	if err != nil {
		return "", err
	}
	defer conn.Close()
	got := make(chan string, 1)
	go func() {
		s, _ := reply(conn)
		got <- s
	}()
	select {
	case s := <-got:
		return s, nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}
