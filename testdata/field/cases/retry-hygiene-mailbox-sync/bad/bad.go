// Package bad synchronises mailboxes with a mail server's API.
// When the tries are used up, a new error says so and nothing else. Whether the password was wrong, the
// disk full or the network down, the log says "gave up after 5 tries".
package bad

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"
)

// Message is one mail.
type Message struct {
	UID  uint32
	Size int
}

// Server is the mail server's API.
type Server interface {
	Since(ctx context.Context, box string, uid uint32) ([]Message, error)
}

// ErrGone means that a mailbox was deleted.
var ErrGone = errors.New("mailbox is gone")

// Sync reads from one server.
type Sync struct {
	server Server
	tries  int
	pause  time.Duration
	limit  time.Duration
}

// New returns a Sync with the usual limits.
func New(s Server) *Sync {
	return &Sync{server: s, tries: 5, pause: 300 * time.Millisecond, limit: 10 * time.Second}
}

// Pull returns what arrived in a mailbox after uid.
func (s *Sync) Pull(ctx context.Context, box string, uid uint32) ([]Message, error) {
	pause := s.pause
	for try := 0; try < s.tries; try++ { // OR retry-hygiene
		if try > 0 {
			select {
			case <-ctx.Done():
				return nil, ctx.Err()
			case <-time.After(pause + rand.N(pause)):
				pause *= 2
			}
		}
		msgs, err := s.once(ctx, box, uid) // OR retry-hygiene
		if err == nil {
			return msgs, nil
		}
		if errors.Is(err, ErrGone) || ctx.Err() != nil {
			return nil, err
		}
	}
	return nil, fmt.Errorf("mailbox %s: gave up after %d tries", box, s.tries) // EXPECT retry-hygiene
}

func (s *Sync) once(ctx context.Context, box string, uid uint32) ([]Message, error) {
	ctx, cancel := context.WithTimeout(ctx, s.limit)
	defer cancel()
	return s.server.Since(ctx, box, uid)
}
