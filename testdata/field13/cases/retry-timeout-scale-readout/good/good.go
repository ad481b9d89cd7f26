// Package good reads platform scales over a kept connection. Each try moves the deadline
// of the connection, and a try that failed gives the connection up, so the next starts on a
// new one.
package good

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Scale is one platform scale. Its protocol answers one line to one line.
type Scale struct {
	addr  string
	limit time.Duration
	tries int
	token chan struct{} // one reading at a time

	mu   sync.Mutex
	conn net.Conn
	in   *bufio.Reader
}

// NewScale returns the scale at addr.
func NewScale(addr string) *Scale {
	return &Scale{addr: addr, limit: 10 * time.Second, tries: 3, token: make(chan struct{}, 1)}
}

// Weigh returns the weight on the platform in grams.
func (s *Scale) Weigh(ctx context.Context) (int, error) {
	select {
	case s.token <- struct{}{}:
		defer func() { <-s.token }()
	case <-ctx.Done():
		return 0, ctx.Err()
	}
	var last error
	for try := range s.tries {
		if try > 0 {
			select {
			case <-time.After(200*time.Millisecond + rand.N(200*time.Millisecond)):
			case <-ctx.Done():
				return 0, errors.Join(ctx.Err(), last)
			}
		}
		grams, err := s.once(ctx)
		if err == nil {
			return grams, nil
		}
		s.drop()
		last = err
	}
	return 0, fmt.Errorf("weigh at %s: %w", s.addr, last)
}

// once asks for the weight, over the connection there is or a new one.
func (s *Scale) once(ctx context.Context) (int, error) {
	conn, in, err := s.connection(ctx)
	if err != nil {
		return 0, err
	}
	if err := conn.SetDeadline(time.Now().Add(s.limit)); err != nil {
		return 0, err
	}
	stop := context.AfterFunc(ctx, s.drop)
	defer stop()
	if _, err := conn.Write([]byte("W\r\n")); err != nil {
		return 0, err
	}
	line, err := in.ReadString('\n')
	if err != nil {
		return 0, errors.Join(err, ctx.Err())
	}
	return strconv.Atoi(strings.TrimSpace(line))
}

func (s *Scale) connection(ctx context.Context) (net.Conn, *bufio.Reader, error) {
	s.mu.Lock()
	conn, in := s.conn, s.in
	s.mu.Unlock()
	if conn != nil {
		return conn, in, nil
	}
	dialer := net.Dialer{Timeout: s.limit}
	conn, err := dialer.DialContext(ctx, "tcp", s.addr)
	if err != nil {
		return nil, nil, err
	}
	in = bufio.NewReader(conn)
	s.mu.Lock()
	s.conn, s.in = conn, in
	s.mu.Unlock()
	return conn, in, nil
}

// drop closes the connection, which ends a read that waits on it.
func (s *Scale) drop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.conn != nil {
		s.conn.Close()
		s.conn, s.in = nil, nil
	}
}
