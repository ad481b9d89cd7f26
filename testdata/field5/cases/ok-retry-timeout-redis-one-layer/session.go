// Package ok loads the sessions of a web shop.
package ok

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/redis/go-redis/v9"
)

// ErrNone is returned for sessions that have ended.
var ErrNone = errors.New("no such session")

// Session is what the shop knows of a visitor.
type Session struct {
	User string   `json:"user"`
	Cart []string `json:"cart"`
}

// Store reads sessions.
type Store struct {
	rdb *redis.Client
}

// NewStore connects to addr. The store has its own idea of retries, so the client makes none.
func NewStore(addr string) *Store {
	return &Store{rdb: redis.NewClient(&redis.Options{
		Addr:                  addr,
		MaxRetries:            -1,
		DialerRetries:         1,
		DialTimeout:           300 * time.Millisecond,
		ReadTimeout:           300 * time.Millisecond,
		WriteTimeout:          300 * time.Millisecond,
		PoolTimeout:           300 * time.Millisecond,
		ContextTimeoutEnabled: true,
	})}
}

// Load returns a session.
func (s *Store) Load(ctx context.Context, id string) (Session, error) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	var last error
	for n := range 3 {
		if n > 0 {
			select {
			case <-time.After(50*time.Millisecond + rand.N(50*time.Millisecond)):
			case <-ctx.Done():
				return Session{}, errors.Join(ctx.Err(), last)
			}
		}
		raw, err := s.get(ctx, id)
		if errors.Is(err, redis.Nil) {
			return Session{}, ErrNone
		}
		if err == nil {
			var out Session
			err := json.Unmarshal(raw, &out)
			return out, err
		}
		last = err
	}
	return Session{}, fmt.Errorf("load session: %w", last)
}

func (s *Store) get(ctx context.Context, id string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, 500*time.Millisecond)
	defer cancel()
	return s.rdb.Get(ctx, "session:"+id).Bytes()
}
