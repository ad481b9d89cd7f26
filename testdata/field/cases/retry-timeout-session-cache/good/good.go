// Package good looks up sessions in Redis for every request of a portal.
// The client's own retries are off, so the four attempts here are all there are.
package good

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/sethvargo/go-retry"
)

// ErrNoSession means that the session has expired or never was.
var ErrNoSession = errors.New("no such session")

// Session is what the portal remembers of a visitor.
type Session struct {
	User    string    `json:"user"`
	Expires time.Time `json:"expires"`
}

// Sessions is the session store.
type Sessions struct {
	rdb *redis.Client
}

// NewSessions connects to addr.
func NewSessions(addr string) *Sessions {
	return &Sessions{rdb: redis.NewClient(&redis.Options{
		Addr:         addr,
		DialTimeout:  time.Second,
		ReadTimeout:  2 * time.Second,
		WriteTimeout: time.Second,
		PoolSize:     40,
		MaxRetries:   -1,
	})}
}

// Get returns the session with an id.
func (s *Sessions) Get(ctx context.Context, id string) (*Session, error) {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	b := retry.WithMaxRetries(3, retry.WithJitterPercent(25, retry.NewExponential(50*time.Millisecond)))
	raw, err := retry.DoValue(ctx, b, func(ctx context.Context) ([]byte, error) {
		raw, err := s.rdb.Get(ctx, "session:"+id).Bytes()
		switch {
		case errors.Is(err, redis.Nil):
			return nil, ErrNoSession
		case err != nil:
			return nil, retry.RetryableError(err)
		}
		return raw, nil
	})
	if err != nil {
		return nil, fmt.Errorf("session %.8s: %w", id, err)
	}
	var sess Session
	if err := json.Unmarshal(raw, &sess); err != nil {
		return nil, fmt.Errorf("session %.8s: %w", id, err)
	}
	return &sess, nil
}
