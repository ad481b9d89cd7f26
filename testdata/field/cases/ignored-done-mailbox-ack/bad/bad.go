// Package bad applies changes of a mailbox to all its open sessions. Apply waits until
// every session has taken the change. A session acknowledges when its client polls the next
// time, which a sleeping phone never does, and the WaitGroup knows no context.
package bad

import (
	"context"
	"fmt"
	"sync"
)

// Change is one change of a mailbox.
type Change struct {
	Folder string
	Seen   []uint32
	acks   sync.WaitGroup
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
		c.acks.Done()
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
	m.spread(c)
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("change of %s: %w", folder, err)
	}
	c.acks.Wait() // EXPECT ignored-done // OR blocking-no-ctx
	return nil
}

func (m *Mailbox) spread(c *Change) {
	m.mu.Lock()
	defer m.mu.Unlock()
	c.acks.Add(len(m.sessions))
	for _, s := range m.sessions {
		s.push(c)
	}
}
