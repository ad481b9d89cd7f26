// Package bad records the moves of a game in a Redis stream. A helper of another package tries
// whatever it is given; an entry whose answer was lost is added once more, under a new id.
package bad

import (
	"context"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"

	"faultfield3/cases/retry-effect-chess-moves/bad/tries"
)

// Game is a game.
type Game struct {
	rdb *redis.Client
	key string
}

// Open returns a game.
func Open(addr, id string) *Game {
	rdb := redis.NewClient(&redis.Options{Addr: addr, MaxRetries: -1, ReadTimeout: time.Second, WriteTimeout: time.Second})
	return &Game{rdb: rdb, key: "game:" + id}
}

// Move records move number n.
func (g *Game) Move(ctx context.Context, n int, san string) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	id, err := tries.Do(ctx, 4, func(ctx context.Context) (string, error) { // OR retry-effect
		return g.rdb.XAdd(ctx, &redis.XAddArgs{ // EXPECT retry-effect
			Stream: g.key,
			Values: []any{"n", n, "san", san},
		}).Result()
	})
	if err != nil {
		return fmt.Errorf("move %d (%s): %w", n, id, err)
	}
	return nil
}

// Moves counts moves.
func (g *Game) Moves(ctx context.Context) (int64, error) {
	return tries.Do(ctx, 4, func(ctx context.Context) (int64, error) { return g.rdb.XLen(ctx, g.key).Result() })
}
