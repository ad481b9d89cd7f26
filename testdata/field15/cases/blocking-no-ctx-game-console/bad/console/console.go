// Package console speaks the remote console protocol of game servers: a length, an id, a
// kind and a text, over TCP.
package console

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"time"
)

const (
	kindLogin   = 3
	kindCommand = 2
	maxFrame    = 8 << 10
)

// ErrPassword is returned by Dial if the server does not know the password.
var ErrPassword = errors.New("console password refused")

// Console is a logged in connection.
type Console struct {
	conn net.Conn
	id   int32
}

// Dial connects and logs in.
func Dial(ctx context.Context, addr, password string) (*Console, error) {
	d := net.Dialer{Timeout: 5 * time.Second}
	conn, err := d.DialContext(ctx, "tcp", addr)
	if err != nil {
		return nil, err
	}
	c := &Console{conn: conn}
	id, _, err := c.call(kindLogin, password) // OR blocking-no-ctx
	if err == nil && id == -1 {
		err = ErrPassword
	}
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return c, nil
}

// Run sends a command and returns what the server says.
func (c *Console) Run(command string) (string, error) {
	_, text, err := c.call(kindCommand, command) // OR blocking-no-ctx
	return text, err
}

// Close hangs up.
func (c *Console) Close() error { return c.conn.Close() }

func (c *Console) call(kind int32, text string) (int32, string, error) {
	c.id++
	var out bytes.Buffer
	for _, n := range []int32{int32(len(text) + 10), c.id, kind} {
		_ = binary.Write(&out, binary.LittleEndian, n)
	}
	out.WriteString(text + "\x00\x00")
	if _, err := c.conn.Write(out.Bytes()); err != nil {
		return 0, "", fmt.Errorf("send: %w", err)
	}
	var head [12]byte
	if _, err := io.ReadFull(c.conn, head[:]); err != nil { // EXPECT blocking-no-ctx
		return 0, "", fmt.Errorf("answer: %w", err)
	}
	size := int32(binary.LittleEndian.Uint32(head[:4]))
	if size < 10 || size > maxFrame {
		return 0, "", fmt.Errorf("answer of %d bytes", size)
	}
	body := make([]byte, size-8)
	if _, err := io.ReadFull(c.conn, body); err != nil {
		return 0, "", fmt.Errorf("answer: %w", err)
	}
	return int32(binary.LittleEndian.Uint32(head[4:8])), string(bytes.TrimRight(body, "\x00")), nil
}
