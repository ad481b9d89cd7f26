// Package ok takes the lease of a lock gate with Lua scripts in Redis and repeats them after
// network errors, although they write. That is right: both compare the token first, which is
// drawn once before the loop, so running one twice leaves what running it once leaves.
package ok

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	mrand "math/rand/v2"
	"net"
	"time"

	"github.com/redis/go-redis/v9"
)

// ErrHeld is returned while somebody else has the gate.
var ErrHeld = errors.New("gate is held")

var (
	takeScript = redis.NewScript(`
local holder = redis.call("GET", KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call("SET", KEYS[1], ARGV[1], "PX", ARGV[2])
return 1`)
	dropScript = redis.NewScript(`
if redis.call("GET", KEYS[1]) == ARGV[1] then redis.call("DEL", KEYS[1]) end
return 1`)
)

const (
	scriptTries  = 3
	scriptBudget = 5 * time.Second
)

// Gate is one lock gate. Its client has MaxRetries -1.
type Gate struct {
	rdb   *redis.Client
	key   string
	lease time.Duration
}

// Take takes the gate and returns the token to drop it with.
func (g *Gate) Take(ctx context.Context) (string, error) {
	token := rand.Text()
	got, err := g.run(ctx, takeScript, token, g.lease.Milliseconds())
	if err != nil {
		return "", fmt.Errorf("take %s: %w", g.key, err)
	}
	if got == 0 {
		return "", ErrHeld
	}
	return token, nil
}

// Drop gives the gate back.
func (g *Gate) Drop(ctx context.Context, token string) error {
	if _, err := g.run(ctx, dropScript, token); err != nil {
		return fmt.Errorf("drop %s: %w", g.key, err)
	}
	return nil
}

func (g *Gate) run(ctx context.Context, s *redis.Script, args ...any) (int64, error) {
	ctx, cancel := context.WithTimeout(ctx, scriptBudget)
	defer cancel()
	for try := 1; ; try++ {
		n, err := s.Run(ctx, g.rdb, []string{g.key}, args...).Int64()
		var ne net.Error
		if err == nil || try == scriptTries || ctx.Err() != nil || !errors.As(err, &ne) {
			return n, err
		}
		select {
		case <-time.After(50*time.Millisecond<<try + mrand.N(50*time.Millisecond)):
		case <-ctx.Done():
			return 0, errors.Join(ctx.Err(), err)
		}
	}
}
