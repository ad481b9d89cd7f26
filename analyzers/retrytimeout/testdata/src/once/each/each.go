// Package each keeps a connection and gives it a deadline each time.
package each

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
	conn := s.conn
	if conn == nil {
		var d net.Dialer
		var err error
		if conn, err = d.DialContext(ctx, "tcp", s.addr); err != nil {
			return nil, nil, err
		}
		s.in = bufio.NewReader(conn)
	}
	if err := conn.SetDeadline(time.Now().Add(s.limit)); err != nil {
		return nil, nil, err
	}
	s.conn = conn
	return conn, s.in, nil
}
