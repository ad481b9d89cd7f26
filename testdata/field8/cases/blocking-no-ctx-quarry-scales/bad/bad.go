// Package bad asks the scales of a quarry for the weight of a truck. Reads and writes obey the
// caller's context, but a connection that is opened on the way is dialled without it: a scale
// that drops packets keeps the caller for as long as the system tries to connect.
package bad

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"strconv"
	"strings"
	"sync"
	"time"
)

const answerLimit = 3 * time.Second

// Scales keeps idle connections to the scales, one list per lane.
type Scales struct {
	addrs map[string]string

	mu   sync.Mutex
	idle map[string][]net.Conn
}

// NewScales returns the scales at the given addresses, by lane.
func NewScales(addrs map[string]string) *Scales {
	return &Scales{addrs: addrs, idle: make(map[string][]net.Conn)}
}

// Weigh returns what stands on the lane's scale, in kilograms.
func (s *Scales) Weigh(ctx context.Context, lane string) (int, error) {
	ctx, cancel := context.WithTimeout(ctx, answerLimit)
	defer cancel()

	conn, err := s.take(lane) // OR blocking-no-ctx
	if err != nil {
		return 0, fmt.Errorf("lane %s: %w", lane, err)
	}
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	line, err := ask(conn, "WEIGH")
	if !stop() || err != nil {
		conn.Close()
		if ctx.Err() != nil {
			err = ctx.Err()
		}
		return 0, fmt.Errorf("lane %s: %w", lane, err)
	}
	s.give(lane, conn)
	return strconv.Atoi(line)
}

func (s *Scales) take(lane string) (net.Conn, error) {
	addr, known := s.addrs[lane]
	if !known {
		return nil, fmt.Errorf("no scale")
	}
	s.mu.Lock()
	if free := s.idle[lane]; len(free) > 0 {
		conn := free[len(free)-1]
		s.idle[lane] = free[:len(free)-1]
		s.mu.Unlock()
		return conn, nil
	}
	s.mu.Unlock()
	return net.Dial("tcp", addr) // EXPECT blocking-no-ctx
}

func (s *Scales) give(lane string, conn net.Conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.idle[lane] = append(s.idle[lane], conn)
}

// ask sends one command; it ends when the connection is closed under it.
func ask(conn net.Conn, command string) (string, error) {
	if err := conn.SetDeadline(time.Now().Add(answerLimit)); err != nil {
		return "", err
	}
	if _, err := fmt.Fprintf(conn, "%s\r\n", command); err != nil {
		return "", err
	}
	line, err := bufio.NewReader(conn).ReadString('\n')
	return strings.TrimSpace(line), err
}
