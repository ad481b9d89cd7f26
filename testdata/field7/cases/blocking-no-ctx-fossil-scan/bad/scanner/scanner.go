// Package scanner speaks the line protocol of a virus scanner: a length, the bytes, and
// one line of verdict.
package scanner

import (
	"bufio"
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
func (c *Client) Check(data []byte) error {
	conn, err := net.DialTimeout("tcp", c.addr, c.limit) // OR blocking-no-ctx
	if err != nil {
		return fmt.Errorf("dial scanner: %w", err)
	}
	defer conn.Close()

	head := binary.BigEndian.AppendUint32(nil, uint32(len(data)))
	if _, err := conn.Write(head); err != nil { // OR blocking-no-ctx
		return fmt.Errorf("announce data: %w", err)
	}
	if _, err := conn.Write(data); err != nil { // OR blocking-no-ctx
		return fmt.Errorf("send data: %w", err)
	}
	verdict, err := bufio.NewReader(conn).ReadString('\n') // EXPECT blocking-no-ctx
	if err != nil {
		return fmt.Errorf("read verdict: %w", err)
	}
	if verdict = strings.TrimSpace(verdict); verdict != "OK" {
		return fmt.Errorf("%w: %s", ErrInfected, verdict)
	}
	return nil
}
