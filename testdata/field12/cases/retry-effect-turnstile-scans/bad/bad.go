// Package bad counts the visitors of a fair who pass a turnstile.
// A counter in Redis is increased in a loop that goes on after a timeout: when Redis has done the
// work and only its answer was late, the visitor is counted again.
package bad

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"time"

	"github.com/redis/go-redis/v9"
)

const (
	tries  = 3
	budget = 8 * time.Second
)

// Gate counts at one turnstile.
type Gate struct {
	rdb *redis.Client
	log *slog.Logger
}

// NewGate connects to the server at addr.
func NewGate(addr string, log *slog.Logger) *Gate {
	rdb := redis.NewClient(&redis.Options{
		Addr:         addr,
		DialTimeout:  time.Second,
		ReadTimeout:  time.Second,
		WriteTimeout: time.Second,
		MaxRetries:   -1, // repeated here
	})
	return &Gate{rdb: rdb, log: log}
}

// Pass counts the holder of a ticket and returns how many have come on that day.
func (g *Gate) Pass(ctx context.Context, day, ticket string) (int64, error) {
	ctx, cancel := context.WithTimeout(ctx, budget)
	defer cancel()
	for n := 1; ; n++ { // OR retry-effect
		count, err := g.count(ctx, day, ticket) // OR retry-effect
		if err == nil {
			return count, nil
		}
		if n == tries || ctx.Err() != nil || !passing(err) {
			return 0, fmt.Errorf("count ticket %s: %w", ticket, err)
		}
		g.log.Warn("visitor not counted", "ticket", ticket, "try", n, "err", err)
		select {
		case <-ctx.Done():
			return 0, errors.Join(ctx.Err(), err)
		case <-time.After(50*time.Millisecond<<n + rand.N(50*time.Millisecond)):
		}
	}
}

func (g *Gate) count(ctx context.Context, day, ticket string) (int64, error) {
	count, err := g.rdb.Incr(ctx, "fair:"+day+":visitors").Result() // EXPECT retry-effect
	if err != nil {
		return 0, err
	}
	g.log.Debug("ticket counted", "ticket", ticket, "count", count)
	return count, nil
}

// passing reports trouble with the network.
func passing(err error) bool {
	var ne net.Error
	return errors.As(err, &ne)
}
