// Package menu keeps the drinks of the day in Redis. Every call goes out under the context of
// its caller.
package menu

import (
	"context"
	"errors"
	"fmt"

	"github.com/redis/go-redis/v9"
)

// ErrClosed says that a house serves nothing today.
var ErrClosed = errors.New("house is closed")

// Store keeps menus.
type Store struct {
	rdb *redis.Client
}

// NewStore returns a store in rdb.
func NewStore(rdb *redis.Client) *Store {
	return &Store{rdb: rdb}
}

// Today returns the drinks of a house.
func (s *Store) Today(ctx context.Context, house string) ([]string, error) {
	drinks, err := s.rdb.LRange(ctx, "menu:"+house, 0, -1).Result()
	if err != nil {
		return nil, fmt.Errorf("menu of %s: %w", house, err)
	}
	if len(drinks) == 0 {
		return nil, ErrClosed
	}
	return drinks, nil
}

// SoldOut takes a drink off the menu.
func (s *Store) SoldOut(ctx context.Context, house, drink string) error {
	if err := s.rdb.LRem(ctx, "menu:"+house, 0, drink).Err(); err != nil {
		return fmt.Errorf("take %s off the menu of %s: %w", drink, house, err)
	}
	return nil
}
