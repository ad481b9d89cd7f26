// Package ok spreads sightings between bird watchers. Start's context is for starting only: it
// limits the first exchange and ends when the program is up. The exchange that goes on beside
// has to outlive it and gets a context of the club, which Stop ends and waits for.
package ok

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"sync"
	"time"
)

// ErrStarted is returned by a second Start.
var ErrStarted = errors.New("club has started")

// Neighbour is another club.
type Neighbour interface {
	Exchange(ctx context.Context, seen []string) ([]string, error)
}

// Club keeps what its members saw.
type Club struct {
	neighbour Neighbour
	every     time.Duration
	log       *slog.Logger

	mu   sync.Mutex
	seen []string
	stop context.CancelFunc
	done sync.WaitGroup
}

// Start makes the first exchange and lets further ones follow until Stop.
func (c *Club) Start(ctx context.Context) error {
	if err := c.exchange(ctx); err != nil {
		return fmt.Errorf("first exchange: %w", err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.stop != nil {
		return ErrStarted
	}
	life, stop := context.WithCancel(context.Background())
	c.stop = stop
	c.done.Go(func() { c.gossip(life) })
	return nil
}

// Stop ends the exchanges.
func (c *Club) Stop() {
	c.mu.Lock()
	stop := c.stop
	c.mu.Unlock()
	if stop != nil {
		stop()
	}
	c.done.Wait()
}

func (c *Club) gossip(ctx context.Context) {
	for {
		pause := time.NewTimer(c.every/2 + rand.N(c.every))
		select {
		case <-ctx.Done():
			pause.Stop()
			return
		case <-pause.C:
		}
		if err := c.exchange(ctx); err != nil && ctx.Err() == nil {
			c.log.WarnContext(ctx, "exchange", "err", err)
		}
	}
}

func (c *Club) exchange(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, c.every/2)
	defer cancel()
	c.mu.Lock()
	mine := append([]string(nil), c.seen...)
	c.mu.Unlock()
	theirs, err := c.neighbour.Exchange(ctx, mine)
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.seen = append(c.seen, theirs...)
	return nil
}
