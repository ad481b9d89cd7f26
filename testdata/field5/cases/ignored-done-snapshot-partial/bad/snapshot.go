// Package inventory compares what the shelves hold with what the ledger says.
package inventory

import (
	"context"
	"fmt"
	"time"
)

// Scanner reads the tags of one shelf.
type Scanner interface {
	Read(ctx context.Context, shelf string) ([]string, error)
}

// Ledger knows what should be there.
type Ledger interface {
	Shelves(ctx context.Context) ([]string, error)
	MarkMissing(ctx context.Context, seen map[string]string) (int, error)
}

// Counter takes stock.
type Counter struct {
	scanner Scanner
	ledger  Ledger
	pause   time.Duration
}

// NewCounter returns a counter that lets the readers cool down between shelves.
func NewCounter(s Scanner, l Ledger, pause time.Duration) *Counter {
	return &Counter{scanner: s, ledger: l, pause: pause}
}

// Take reads every shelf and returns on which shelf each tag was seen.
func (c *Counter) Take(ctx context.Context) (map[string]string, error) {
	shelves, err := c.ledger.Shelves(ctx)
	if err != nil {
		return nil, fmt.Errorf("shelves: %w", err)
	}
	seen := make(map[string]string)
	ticker := time.NewTicker(c.pause)
	defer ticker.Stop()
	for _, shelf := range shelves {
		select {
		case <-ctx.Done():
			return seen, nil // EXPECT ignored-done
		case <-ticker.C:
		}
		tags, err := c.scanner.Read(ctx, shelf)
		if err != nil {
			return nil, fmt.Errorf("shelf %s: %w", shelf, err)
		}
		for _, tag := range tags {
			seen[tag] = shelf
		}
	}
	return seen, nil
}

// Audit takes stock within limit and marks as missing what was not seen.
func (c *Counter) Audit(ctx context.Context, limit time.Duration) (int, error) {
	takeCtx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	seen, err := c.Take(takeCtx)
	if err != nil {
		return 0, err
	}
	return c.ledger.MarkMissing(ctx, seen)
}
