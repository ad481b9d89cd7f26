// Package ok writes frames to a chart plotter. The mutex is held during the write, because
// frames must not mix; it is right since every write has a deadline that is set under the
// same lock, so nobody waits longer than a second for each writer before him.
package ok

import (
	"encoding/binary"
	"fmt"
	"net"
	"sync"
	"time"
)

// Plotter is a connection to a plotter.
type Plotter struct {
	mu   sync.Mutex
	conn net.Conn
	buf  []byte
}

// New takes conn over.
func New(conn net.Conn) *Plotter { return &Plotter{conn: conn} }

// Send writes one frame.
func (p *Plotter) Send(kind byte, body []byte) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.buf = append(p.buf[:0], kind)
	p.buf = binary.BigEndian.AppendUint32(p.buf, uint32(len(body)))
	p.buf = append(p.buf, body...)
	if err := p.conn.SetWriteDeadline(time.Now().Add(time.Second)); err != nil {
		return fmt.Errorf("deadline: %w", err)
	}
	if _, err := p.conn.Write(p.buf); err != nil {
		_ = p.conn.Close()
		return fmt.Errorf("frame %d: %w", kind, err)
	}
	return nil
}

// Close ends the connection.
func (p *Plotter) Close() error { return p.conn.Close() }
