// Package fixed keeps a connection.
package fixed

import (
	"bufio"
	"context"
	"net"
	"sync"
	"time"
)

type scale struct {
	addr  string
	limit time.Duration
	mu    sync.Mutex
	conn  net.Conn
	in    *bufio.Reader
}

func newScale(addr string) *scale { return &scale{addr: addr, limit: 10 * time.Second} }

func (s *scale) weigh(ctx context.Context) (string, error) {
	var last error
	for range 3 {
		line, err := s.once(ctx)
		if err == nil {
			return line, nil
		}
		last = err
		if ctx.Err() != nil {
			break
		}
	}
	return "", last
}

func (s *scale) drop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.conn != nil {
		s.conn.Close()
		s.conn = nil
	}
}

func (s *scale) once(ctx context.Context) (string, error) {
	conn, in, err := s.connection(ctx)
	if err != nil {
		return "", err
	}
	stop := context.AfterFunc(ctx, s.drop)
	defer stop()
	if _, err := conn.Write([]byte("W\r\n")); err != nil {
		return "", err
	}
	return in.ReadString('\n')
}

func (s *scale) connection(ctx context.Context) (net.Conn, *bufio.Reader, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.conn != nil {
		return s.conn, s.in, nil
	}
	var d net.Dialer
	conn, err := d.DialContext(ctx, "tcp", s.addr)
	if err != nil {
		return nil, nil, err
	}
	if err := conn.SetDeadline(time.Now().Add(s.limit)); err != nil { // want `the deadline of conn is set once, when the connection is made, and nothing moves it: from 10s later on every exchange on it fails at once, also each further attempt, as long as the field conn keeps it; set the deadline before each exchange`
		return nil, nil, err
	}
	s.conn, s.in = conn, bufio.NewReader(conn)
	return s.conn, s.in, nil
}
