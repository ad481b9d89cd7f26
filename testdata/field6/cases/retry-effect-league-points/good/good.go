// Package good keeps the ranking of a game's league in Redis.
package good

import (
	"context"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"

	"faultfield6/cases/retry-effect-league-points/good/again"
)

// League is the ranking of one season.
type League struct {
	rdb    *redis.Client
	key    string
	policy again.Policy
}

// Open returns the league of a season.
func Open(addr, season string) *League {
	rdb := redis.NewClient(&redis.Options{
		Addr:         addr,
		MaxRetries:   -1,
		ReadTimeout:  300 * time.Millisecond,
		WriteTimeout: 300 * time.Millisecond,
	})
	return &League{
		rdb:    rdb,
		key:    "league:" + season,
		policy: again.Policy{Tries: 4, Base: 50 * time.Millisecond},
	}
}

// Top returns the n best players.
func (l *League) Top(ctx context.Context, n int64) ([]redis.Z, error) {
	var best []redis.Z
	err := l.policy.Run(ctx, func(ctx context.Context) error {
		var err error
		best, err = l.rdb.ZRevRangeWithScores(ctx, l.key, 0, n-1).Result()
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("top %d of %s: %w", n, l.key, err)
	}
	return best, nil
}

// Award adds the points of a match to a player's score.
func (l *League) Award(ctx context.Context, player string, points float64) error {
	err := l.rdb.ZIncrBy(ctx, l.key, points, player).Err()
	if err != nil {
		return fmt.Errorf("award %s: %w", player, err)
	}
	return nil
}
