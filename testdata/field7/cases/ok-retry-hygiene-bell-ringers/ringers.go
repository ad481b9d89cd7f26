// Package ok loads the ringers' rota of a bell tower.
// The loop runs from zero up to and including maxRetries, which looks like one attempt too many; but
// retries are counted and not attempts: the first pass is none, and no pause follows the last.
package ok

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"
)

// ErrNoTower ends the loading at once.
var ErrNoTower = errors.New("no such tower")

// Rota are the ringers by bell, the treble first.
type Rota []string

// Guild has the rotas of all towers.
type Guild interface {
	Rota(ctx context.Context, tower string) (Rota, error)
}

// Config says how the guild is asked.
type Config struct {
	CallLimit  time.Duration
	MaxRetries int // zero means a single attempt
	FirstPause time.Duration
	MostPause  time.Duration
}

// DefaultConfig makes four attempts at most.
var DefaultConfig = Config{
	CallLimit:  3 * time.Second,
	MaxRetries: 3,
	FirstPause: 250 * time.Millisecond,
	MostPause:  2 * time.Second,
}

// Load returns the rota of a tower.
func Load(ctx context.Context, g Guild, tower string, c Config) (Rota, error) {
	var last error
	for retry := 0; retry <= c.MaxRetries; retry++ {
		if retry > 0 {
			if err := c.rest(ctx, retry); err != nil {
				return nil, errors.Join(err, last)
			}
		}
		rota, err := c.call(ctx, g, tower)
		if err == nil {
			return rota, nil
		}
		if errors.Is(err, ErrNoTower) || ctx.Err() != nil {
			return nil, fmt.Errorf("rota of %s: %w", tower, err)
		}
		last = err
	}
	return nil, fmt.Errorf("rota of %s, %d retries: %w", tower, c.MaxRetries, last)
}

func (c Config) call(ctx context.Context, g Guild, tower string) (Rota, error) {
	ctx, cancel := context.WithTimeout(ctx, c.CallLimit)
	defer cancel()
	return g.Rota(ctx, tower)
}

func (c Config) rest(ctx context.Context, retry int) error {
	d := min(c.FirstPause<<min(retry-1, 8), c.MostPause)
	t := time.NewTimer(d/2 + rand.N(d/2))
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}
