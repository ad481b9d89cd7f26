// Package hub writes to many peers, none of which has a deadline.
package hub

import (
	"context"
	"net"
	"net/http"
	"sync"
)

type hub struct {
	mu    sync.Mutex
	conns map[net.Conn]bool
	peers []*peer
	count int
}

type peer struct{ conn net.Conn }

func (h *hub) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.count++
}

// One after the other, under the lock.
func (h *hub) shout(ctx context.Context, msg []byte) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for c := range h.conns {
		if _, err := c.Write(msg); err != nil { // want `h.mu, taken at hub.go:\d+, is held across a write to each of a list of peers, none of which has a deadline`
			delete(h.conns, c)
		}
	}
}

func (h *hub) tell(msg []byte) {
	h.mu.Lock()
	for _, p := range h.peers {
		p.conn.Write(msg) // want `h.mu, taken at hub.go:\d+, is held across a write to each of a list of peers`
	}
	h.mu.Unlock()
}

// The list is copied first.
func (h *hub) copied(msg []byte) {
	h.mu.Lock()
	all := append([]*peer(nil), h.peers...)
	h.mu.Unlock()
	for _, p := range all {
		p.conn.Write(msg)
	}
}

// The lock keeps the messages to one peer apart.
type line struct {
	mu   sync.Mutex
	conn net.Conn
}

func (l *line) send(ctx context.Context, parts [][]byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, p := range parts {
		l.conn.Write(p)
	}
}

// Each peer has a writer of its own.
func (h *hub) spread(msg []byte) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for c := range h.conns {
		go c.Write(msg)
	}
}
