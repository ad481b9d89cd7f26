package more

import (
	"bufio"
	"context"
	"net"
)

func greet(ctx context.Context, addr string) (string, error) {
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", addr)
	if err != nil {
		return "", err
	}
	c := make(chan string, 1)
	go func() {
		s, _ := bufio.NewReader(conn).ReadString('\n')
		c <- s
	}()
	select {
	case s := <-c:
		return s, conn.Close()
	case <-ctx.Done(): // want `conn stays open, and the goroutine that works on it \(at connleft.go:\d+\) waits on, when greet leaves here: only another case closes it`
		return "", ctx.Err()
	}
}

func greetDeferred(ctx context.Context, addr string) (string, error) {
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", addr)
	if err != nil {
		return "", err
	}
	defer conn.Close()
	c := make(chan string, 1)
	go func() {
		s, _ := bufio.NewReader(conn).ReadString('\n')
		c <- s
	}()
	select {
	case s := <-c:
		return s, conn.Close()
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

func greetBoth(ctx context.Context, addr string) (string, error) {
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", addr)
	if err != nil {
		return "", err
	}
	c := make(chan string, 1)
	go func() {
		s, _ := bufio.NewReader(conn).ReadString('\n')
		c <- s
	}()
	select {
	case s := <-c:
		return s, conn.Close()
	case <-ctx.Done():
		conn.Close()
		return "", ctx.Err()
	}
}

// The caller has the connection as well.
func greetGiven(ctx context.Context, conn net.Conn) (string, error) {
	c := make(chan string, 1)
	go func() {
		s, _ := bufio.NewReader(conn).ReadString('\n')
		c <- s
	}()
	select {
	case s := <-c:
		return s, conn.Close()
	case <-ctx.Done():
		return "", ctx.Err()
	}
}
