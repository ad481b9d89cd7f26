// Package paced writes to many peers, each with a deadline.
package paced

import (
	"context"
	"net"
	"sync"
	"time"
)

type hub struct {
	mu    sync.Mutex
	conns map[net.Conn]bool
}

func (h *hub) shout(ctx context.Context, msg []byte) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for c := range h.conns {
		c.SetWriteDeadline(time.Now().Add(time.Second))
		c.Write(msg)
	}
}
