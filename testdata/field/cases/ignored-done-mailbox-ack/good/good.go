// Package good applies changes of a mailbox to all its open sessions. Apply waits until
// every session has taken the change or the caller's context ends.
package good

import (
	"context"
	"fmt"
	"sync"
)

// Change is one change of a mailbox.
type Change struct {
	Folder string
	Seen   []uint32
	acked  chan struct{}
}

// Session is an open connection of a mail client.
type Session struct {
	mu      sync.Mutex
	pending []*Change
}

func (s *Session) push(c *Change) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pending = append(s.pending, c)
}

// Poll hands the pending changes to the client.
func (s *Session) Poll() []*Change {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := s.pending
	s.pending = nil
	for _, c := range out {
		c.acked <- struct{}{}
	}
	return out
}

// Mailbox is shared by sessions.
type Mailbox struct {
	mu       sync.Mutex
	sessions []*Session
}

// Open adds a session.
func (m *Mailbox) Open() *Session {
	s := &Session{}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.sessions = append(m.sessions, s)
	return s
}

// Apply spreads a change and returns when all sessions have it.
func (m *Mailbox) Apply(ctx context.Context, folder string, seen ...uint32) error {
	c := &Change{Folder: folder, Seen: seen}
	sessions := m.spread(c)
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("change of %s: %w", folder, err)
	}
	for range sessions {
		select {
		case <-c.acked:
		case <-ctx.Done():
			return fmt.Errorf("change of %s: %w", folder, ctx.Err())
		}
	}
	return nil
}

func (m *Mailbox) spread(c *Change) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	c.acked = make(chan struct{}, len(m.sessions))
	for _, s := range m.sessions {
		s.push(c)
	}
	return len(m.sessions)
}
