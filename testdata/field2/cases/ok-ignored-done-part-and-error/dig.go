// Package ok digs for shards. What was found before the context ended is returned, with
// the context's error beside it; the one caller that is content with a part says so.
package ok

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Shard is a find.
type Shard struct {
	Square int
	Depth  float64
}

// Trowel digs one square.
type Trowel interface {
	Dig(ctx context.Context, square int) ([]Shard, error)
}

// Site is where one digs.
type Site struct {
	trowel  Trowel
	squares int
}

// Dig returns the shards of all squares; together with an error, those so far.
func (s *Site) Dig(ctx context.Context) ([]Shard, error) {
	var all []Shard
	for n := range s.squares {
		select {
		case <-ctx.Done():
			return all, fmt.Errorf("after %d of %d squares: %w", n, s.squares, ctx.Err())
		default:
		}
		found, err := s.trowel.Dig(ctx, n)
		all = append(all, found...)
		if err != nil {
			return all, fmt.Errorf("square %d: %w", n, err)
		}
	}
	return all, nil
}

// Sample digs for the time given and returns whether that was enough for all squares.
// Running out of it is no error: that is how a sample ends.
func (s *Site) Sample(ctx context.Context, d time.Duration) (found []Shard, complete bool, err error) {
	sctx, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	found, err = s.Dig(sctx)
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		return found, false, nil
	}
	return found, err == nil, err
}
