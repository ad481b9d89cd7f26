// Package ok sends calls to a counting machine over one connection and matches the answers by
// number. A caller whose context ends leaves; the read loop then sends the late answer without
// a look at any context. It cannot hang: each call's channel holds one value and gets one.
package ok

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"sync"
	"time"
)

// ErrClosed is returned when the connection has ended.
var ErrClosed = errors.New("connection closed")

// writeLimit bounds the sending of one call; calls are small.
const writeLimit = 2 * time.Second

type frame struct {
	Number uint64          `json:"n"`
	Method string          `json:"method,omitempty"`
	Body   json.RawMessage `json:"body"`
}

// Machine is the connection to a counting machine.
type Machine struct {
	conn net.Conn
	dec  *json.Decoder
	done chan struct{}

	mu      sync.Mutex
	enc     *json.Encoder
	last    uint64
	pending map[uint64]chan frame
}

// New starts to read answers; Close ends that.
func New(conn net.Conn) *Machine {
	m := &Machine{
		conn:    conn,
		dec:     json.NewDecoder(conn),
		enc:     json.NewEncoder(conn),
		done:    make(chan struct{}),
		pending: make(map[uint64]chan frame),
	}
	go m.read()
	return m
}

// Close ends the connection and with it the reading.
func (m *Machine) Close() error {
	err := m.conn.Close()
	<-m.done
	return err
}

// Call sends one call and waits for its answer.
func (m *Machine) Call(ctx context.Context, method string, body json.RawMessage) (json.RawMessage, error) {
	answer := make(chan frame, 1)
	m.mu.Lock()
	m.last++
	n := m.last
	m.pending[n] = answer
	_ = m.conn.SetWriteDeadline(time.Now().Add(writeLimit))
	err := m.enc.Encode(frame{Number: n, Method: method, Body: body})
	m.mu.Unlock()
	defer m.forget(n)
	if err != nil {
		_ = m.conn.Close() // half a frame may be out
		return nil, fmt.Errorf("send %s: %w", method, err)
	}
	select {
	case f := <-answer:
		return f.Body, nil
	case <-m.done:
		return nil, ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (m *Machine) read() {
	defer close(m.done)
	for {
		var f frame
		if err := m.dec.Decode(&f); err != nil {
			return
		}
		if answer := m.forget(f.Number); answer != nil {
			answer <- f
		}
	}
}

// forget takes a call out of the pending ones; only who gets its channel may send to it.
func (m *Machine) forget(n uint64) chan frame {
	m.mu.Lock()
	defer m.mu.Unlock()
	answer := m.pending[n]
	delete(m.pending, n)
	return answer
}
