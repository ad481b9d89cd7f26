// Package scanner speaks the line protocol of a virus scanner: a length, the bytes, and
// one line of verdict.
package scanner

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"net"
	"strings"
	"time"
)

// ErrInfected says that the scanner found something.
var ErrInfected = errors.New("infected")

// Client talks to one scanner.
type Client struct {
	addr  string
	limit time.Duration
}

// New returns a client of the scanner at addr; limit bounds a check.
func New(addr string, limit time.Duration) *Client {
	return &Client{addr: addr, limit: limit}
}

// Check has data scanned.
func (c *Client) Check(ctx context.Context, data []byte) error {
	ctx, cancel := context.WithTimeout(ctx, c.limit)
	defer cancel()
	var dialer net.Dialer
	conn, err := dialer.DialContext(ctx, "tcp", c.addr)
	if err != nil {
		return fmt.Errorf("dial scanner: %w", err)
	}
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()

	head := binary.BigEndian.AppendUint32(nil, uint32(len(data)))
	if _, err := conn.Write(head); err != nil {
		return fmt.Errorf("announce data: %w", err)
	}
	if _, err := conn.Write(data); err != nil {
		return fmt.Errorf("send data: %w", err)
	}
	verdict, err := bufio.NewReader(conn).ReadString('\n')
	if err != nil {
		return fmt.Errorf("read verdict: %w", err)
	}
	if verdict = strings.TrimSpace(verdict); verdict != "OK" {
		return fmt.Errorf("%w: %s", ErrInfected, verdict)
	}
	return nil
}
