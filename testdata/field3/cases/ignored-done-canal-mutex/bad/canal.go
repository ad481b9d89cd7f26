// Package bad works the sluices of a canal, one ship at a time, under a mutex in etcd.
// The deferred unlock uses the context of the passage. When a passage runs into its
// limit the unlock fails, and the canal is shut until the session's lease runs out.
package bad

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"go.etcd.io/etcd/client/v3/concurrency"
)

// Sluice lets a ship through.
type Sluice interface {
	Pass(ctx context.Context, ship string) error
}

// Canal has sluices.
type Canal struct {
	session *concurrency.Session
	key     string
	sluices []Sluice
	longest time.Duration
	log     *slog.Logger
}

// Pass lets the ship through all sluices.
func (c *Canal) Pass(ctx context.Context, ship string) error {
	ctx, cancel := context.WithTimeout(ctx, c.longest)
	defer cancel()
	return c.alone(ctx, func(ctx context.Context) error {
		for i, s := range c.sluices {
			if err := s.Pass(ctx, ship); err != nil {
				return fmt.Errorf("sluice %d: %w", i, err)
			}
		}
		return nil
	})
}

// alone runs f while it holds the canal's mutex.
func (c *Canal) alone(ctx context.Context, f func(context.Context) error) error { // OR ignored-done
	m := concurrency.NewMutex(c.session, c.key)
	if err := m.Lock(ctx); err != nil {
		return fmt.Errorf("lock %s: %w", c.key, err)
	}
	defer func() { // OR ignored-done
		if err := m.Unlock(ctx); err != nil { // EXPECT ignored-done
			c.log.ErrorContext(ctx, "canal stays locked", "key", c.key, "err", err)
		}
	}()
	return f(ctx)
}
