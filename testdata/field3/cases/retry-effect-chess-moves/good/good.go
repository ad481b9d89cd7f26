// Package good records the moves of a game in a Redis stream. The entry's id is the number of
// the move, and the stream refuses what is not after its last entry.
package good

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"

	"faultfield3/cases/retry-effect-chess-moves/good/tries"
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
	id, err := tries.Do(ctx, 4, func(ctx context.Context) (string, error) {
		id, err := g.rdb.XAdd(ctx, &redis.XAddArgs{
			Stream: g.key,
			ID:     fmt.Sprintf("%d-1", n),
			Values: []any{"n", n, "san", san},
		}).Result()
		if err != nil && strings.Contains(err.Error(), "equal or smaller") {
			return fmt.Sprintf("%d-1", n), nil
		}
		return id, err
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
