// Package bad asks a buoy for its clock over datagrams that get lost.
// The second and a half for an answer is put on the socket once. After the first lost datagram
// the deadline is past, and every further attempt fails in the moment it begins.
package bad

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"net"
	"time"
)

const (
	answerLimit = 1500 * time.Millisecond
	attempts    = 4
)

// Clock asks one buoy.
type Clock struct {
	Addr string
	seq  uint32
}

// Now returns the buoy's time.
func (c *Clock) Now(ctx context.Context) (time.Time, error) {
	d := net.Dialer{Timeout: answerLimit}
	conn, err := d.DialContext(ctx, "udp", c.Addr)
	if err != nil {
		return time.Time{}, err
	}
	defer conn.Close()
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	if err := conn.SetDeadline(time.Now().Add(answerLimit)); err != nil { // EXPECT retry-timeout
		return time.Time{}, err
	}
	for i := range attempts { // OR retry-timeout
		var t time.Time
		if t, err = c.exchange(conn); err == nil { // OR retry-timeout
			return t, nil
		}
		var ne net.Error
		if ctx.Err() != nil {
			return time.Time{}, ctx.Err()
		}
		if !errors.As(err, &ne) || !ne.Timeout() {
			return time.Time{}, err
		}
		err = fmt.Errorf("no answer to question %d: %w", i+1, err)
	}
	return time.Time{}, err
}

func (c *Clock) exchange(conn net.Conn) (time.Time, error) {
	c.seq++
	var q [8]byte
	copy(q[:], "TIME")
	binary.BigEndian.PutUint32(q[4:], c.seq)
	if _, err := conn.Write(q[:]); err != nil {
		return time.Time{}, err
	}
	var a [16]byte
	for {
		n, err := conn.Read(a[:]) // OR retry-timeout
		if err != nil {
			return time.Time{}, err
		}
		if n == len(a) && binary.BigEndian.Uint32(a[4:]) == c.seq {
			return time.Unix(int64(binary.BigEndian.Uint64(a[8:])), 0), nil
		}
	}
}
