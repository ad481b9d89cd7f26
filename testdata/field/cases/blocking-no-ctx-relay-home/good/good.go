// Package good keeps a relay connection to a home station. A new connection is dialled without the lock,
// which is taken again to put it in place.
package good

import (
	"context"
	"errors"
	"fmt"
	"net"
	"sync"
	"time"
)

// ErrClosed is returned after Close.
var ErrClosed = errors.New("relay is closed")

// Relay is a connection that is made when needed.
type Relay struct {
	home     string
	dialer   net.Dialer
	dialling chan struct{}

	mu     sync.Mutex
	conn   net.Conn
	closed bool
}

// New returns a relay that is not connected.
func New(home string) *Relay {
	return &Relay{home: home, dialer: net.Dialer{Timeout: 10 * time.Second}, dialling: make(chan struct{}, 1)}
}

// Send sends a packet.
func (r *Relay) Send(ctx context.Context, packet []byte) error {
	conn, err := r.connect(ctx)
	if err != nil {
		return err
	}
	if err := conn.SetWriteDeadline(time.Now().Add(2 * time.Second)); err != nil {
		return err
	}
	_, err = conn.Write(packet)
	return err
}

func (r *Relay) connect(ctx context.Context) (net.Conn, error) {
	if conn, err := r.current(); conn != nil || err != nil {
		return conn, err
	}
	select {
	case r.dialling <- struct{}{}:
		defer func() { <-r.dialling }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if conn, err := r.current(); conn != nil || err != nil {
		return conn, err
	}
	conn, err := r.dialer.DialContext(ctx, "tcp", r.home)
	if err != nil {
		return nil, fmt.Errorf("dial home: %w", err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		conn.Close()
		return nil, ErrClosed
	}
	r.conn = conn
	return conn, nil
}

func (r *Relay) current() (net.Conn, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return nil, ErrClosed
	}
	return r.conn, nil
}

// LocalAddr returns the address the relay is known by, if it is connected.
func (r *Relay) LocalAddr() net.Addr {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.conn == nil {
		return nil
	}
	return r.conn.LocalAddr()
}

// Close closes the relay.
func (r *Relay) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed = true
	if r.conn == nil {
		return nil
	}
	return r.conn.Close()
}
