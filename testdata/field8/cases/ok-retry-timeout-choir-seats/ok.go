// Package ok reads which seats of a choir stall are taken.
// Two retries inside the client under a deadline outside of it may look as if the deadline cuts them off. It does not: three
// tries, even with a new connection each, fit into the three seconds, and a deadline that does pass ends the retries.
package ok

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/redis/go-redis/v9"
)

const (
	rowLimit = 3 * time.Second
	ioLimit  = 150 * time.Millisecond
	again    = 2
)

// Stall reads seats.
type Stall struct {
	rdb *redis.Client
}

// New returns a Stall that reads from addr.
func New(addr string) *Stall {
	return &Stall{rdb: redis.NewClient(&redis.Options{
		Addr:                  addr,
		DialTimeout:           ioLimit,
		ReadTimeout:           ioLimit,
		WriteTimeout:          ioLimit,
		PoolTimeout:           ioLimit,
		MaxRetries:            again,
		MinRetryBackoff:       8 * time.Millisecond,
		MaxRetryBackoff:       60 * time.Millisecond,
		DialerRetries:         1,
		ContextTimeoutEnabled: true,
	})}
}

// Close closes the connections.
func (s *Stall) Close() error { return s.rdb.Close() }

// Taken returns who sits where in the rows; a row without an entry has an empty map.
func (s *Stall) Taken(ctx context.Context, rows int) ([]map[string]string, error) {
	taken := make([]map[string]string, rows)
	for n := range rows {
		row, err := s.row(ctx, n)
		if err != nil {
			return nil, fmt.Errorf("row %d: %w", n, err)
		}
		taken[n] = row
	}
	return taken, nil
}

func (s *Stall) row(ctx context.Context, n int) (map[string]string, error) {
	ctx, cancel := context.WithTimeout(ctx, rowLimit)
	defer cancel()
	return s.rdb.HGetAll(ctx, "stall:"+strconv.Itoa(n)).Result()
}
