// Package bad writes the roll of a ship's crew to Redis, one entry after the other. When an
// entry fails the whole roll is written again from the start: the entries that were already
// pushed, and the one whose answer got lost, stand in the list twice.
package bad

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/avast/retry-go/v4"
	"github.com/redis/go-redis/v9"
)

// Sailor is an entry of the roll.
type Sailor struct {
	Number string `json:"number"`
	Name   string `json:"name"`
	Watch  int    `json:"watch"`
}

// Purser keeps the rolls.
type Purser struct {
	rdb    *redis.Client
	budget time.Duration
}

// NewPurser connects to Redis. The purser repeats by itself, so the client does not.
func NewPurser(addr string) *Purser {
	rdb := redis.NewClient(&redis.Options{
		Addr:         addr,
		MaxRetries:   -1,
		DialTimeout:  2 * time.Second,
		ReadTimeout:  2 * time.Second,
		WriteTimeout: 2 * time.Second,
	})
	return &Purser{rdb: rdb, budget: time.Minute}
}

// Close releases the connections.
func (p *Purser) Close() error { return p.rdb.Close() }

// Write stores the roll of a voyage.
func (p *Purser) Write(ctx context.Context, voyage string, crew []Sailor) error {
	ctx, cancel := context.WithTimeout(ctx, p.budget)
	defer cancel()
	entries := make([][]byte, len(crew))
	for i, s := range crew {
		raw, err := json.Marshal(s)
		if err != nil {
			return fmt.Errorf("encode %s: %w", s.Number, err)
		}
		entries[i] = raw
	}
	err := retry.Do( // OR retry-effect
		func() error {
			for i, raw := range entries {
				if err := p.rdb.RPush(ctx, "roll:"+voyage, raw).Err(); err != nil { // EXPECT retry-effect
					return fmt.Errorf("entry %d of %d: %w", i+1, len(entries), err)
				}
			}
			return nil
		},
		retry.Context(ctx),
		retry.Attempts(4),
		retry.Delay(250*time.Millisecond),
		retry.MaxJitter(250*time.Millisecond),
		retry.LastErrorOnly(true),
	)
	if err != nil {
		return fmt.Errorf("write roll of %s: %w", voyage, err)
	}
	return nil
}
