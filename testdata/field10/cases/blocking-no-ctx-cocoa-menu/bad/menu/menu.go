// Package menu keeps the drinks of the day in Redis. The store was given one context when it
// was made and uses it for every call, whoever calls.
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
	ctx context.Context
	rdb *redis.Client
}

// NewStore returns a store in rdb.
func NewStore(ctx context.Context, rdb *redis.Client) *Store {
	return &Store{ctx: ctx, rdb: rdb}
}

// Today returns the drinks of a house.
func (s *Store) Today(house string) ([]string, error) {
	drinks, err := s.rdb.LRange(s.ctx, "menu:"+house, 0, -1).Result() // EXPECT blocking-no-ctx // OR ignored-done
	if err != nil {
		return nil, fmt.Errorf("menu of %s: %w", house, err)
	}
	if len(drinks) == 0 {
		return nil, ErrClosed
	}
	return drinks, nil
}

// SoldOut takes a drink off the menu.
func (s *Store) SoldOut(house, drink string) error {
	if err := s.rdb.LRem(s.ctx, "menu:"+house, 0, drink).Err(); err != nil { // OR blocking-no-ctx // OR ignored-done
		return fmt.Errorf("take %s off the menu of %s: %w", drink, house, err)
	}
	return nil
}
