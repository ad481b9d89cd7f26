// Package good keeps UDP associations of a proxy and closes those nobody uses.
package good

import (
	"context"
	"log/slog"
	"net"
	"net/netip"
	"sync"
	"time"
)

type association struct {
	conn     net.PacketConn
	lastSeen time.Time
}

// Table holds one association for each client address.
type Table struct {
	mu    sync.Mutex
	byKey map[netip.AddrPort]*association
	idle  time.Duration
	log   *slog.Logger
}

// NewTable returns a table whose idle associations are closed until ctx is done.
func NewTable(ctx context.Context, idle time.Duration, log *slog.Logger) *Table {
	t := &Table{byKey: make(map[netip.AddrPort]*association), idle: idle, log: log}
	go t.reap(ctx)
	return t
}

// Put registers the connection used for a client.
func (t *Table) Put(client netip.AddrPort, conn net.PacketConn) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.byKey[client] = &association{conn: conn, lastSeen: time.Now()}
}

// Get returns the client's connection and marks it as used.
func (t *Table) Get(client netip.AddrPort) (net.PacketConn, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	a, ok := t.byKey[client]
	if !ok {
		return nil, false
	}
	a.lastSeen = time.Now()
	return a.conn, true
}

func (t *Table) reap(ctx context.Context) {
	tick := time.NewTicker(t.idle / 2)
	defer tick.Stop()
	for {
		select {
		case now := <-tick.C:
			if n := t.closeBefore(now.Add(-t.idle)); n > 0 {
				t.log.Debug("associations closed", "count", n)
			}
		case <-ctx.Done():
			n := t.closeBefore(time.Now())
			t.log.Info("reaper stops", "closed", n)
			return
		}
	}
}

func (t *Table) closeBefore(limit time.Time) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	closed := 0
	for key, a := range t.byKey {
		if a.lastSeen.Before(limit) {
			_ = a.conn.Close()
			delete(t.byKey, key)
			closed++
		}
	}
	return closed
}
