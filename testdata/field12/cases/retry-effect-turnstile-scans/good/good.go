// Package good counts the visitors of a fair who pass a turnstile.
// The ticket is added to a set, so that the same visitor may be sent twice and counts once.
package good

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
	for n := 1; ; n++ {
		count, err := g.count(ctx, day, ticket)
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
	key := "fair:" + day + ":visitors"
	if err := g.rdb.SAdd(ctx, key, ticket).Err(); err != nil {
		return 0, err
	}
	count, err := g.rdb.SCard(ctx, key).Result()
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
