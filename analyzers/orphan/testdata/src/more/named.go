package more

import (
	"bufio"
	"context"
	"net"
)

func closeAtEnd(ctx context.Context, conn net.Conn) {
	<-ctx.Done()
	conn.Close()
}

func readLine(ctx context.Context, conn net.Conn) (string, error) {
	go closeAtEnd(ctx, conn) // want `the goroutine stays until ctx is over, even when readLine has returned long before`
	return bufio.NewReader(conn).ReadString('\n')
}

// It ends with readOwn.
func readOwn(ctx context.Context, conn net.Conn) (string, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go closeAtEnd(ctx, conn)
	return bufio.NewReader(conn).ReadString('\n')
}

// The connection goes on after it has begun.
func begin(ctx context.Context, addr string) (net.Conn, error) {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	go closeAtEnd(ctx, conn)
	return conn, nil
}
