// Package bad copies a public append-only log into a local index, page by page, and keeps at
// it through outages of the log's operator.
package bad

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"
)

const (
	minPause = 500 * time.Millisecond
	maxPause = time.Minute
)

// Leaf is one entry of the log.
type Leaf struct {
	Index int64
	Data  []byte
}

// ErrRetired is what a Source returns when the operator has shut the log down for good.
var ErrRetired = errors.New("log is retired")

// Source reads the log; every call has a time limit of its own.
type Source interface {
	Leaves(ctx context.Context, from, to int64) ([]Leaf, error)
}

// Index stores leaves.
type Index interface {
	Append(ctx context.Context, leaves []Leaf) error
}

// Follower copies one range of the log.
type Follower struct {
	source Source
	index  Index
	page   int64
	log    *slog.Logger
}

// Copy copies the leaves from up to, but not including, to.
func (f *Follower) Copy(ctx context.Context, from, to int64) error {
	pause := minPause
	for from < to {
		leaves, err := f.source.Leaves(ctx, from, min(from+f.page, to))
		if errors.Is(err, ErrRetired) {
			return err
		}
		if err != nil {
			f.log.WarnContext(ctx, "log is not readable", "from", from, "err", err)
			f.rest(ctx, pause) // OR ignored-done
			pause = min(2*pause, maxPause)
			continue // EXPECT ignored-done
		}
		pause = minPause
		if len(leaves) == 0 {
			return fmt.Errorf("log ends at %d, before %d", from, to)
		}
		if err := f.index.Append(ctx, leaves); err != nil {
			return fmt.Errorf("store leaves from %d: %w", from, err)
		}
		from += int64(len(leaves))
	}
	return nil
}

func (f *Follower) rest(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d/2 + rand.N(d/2))
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done(): // OR ignored-done
	}
}
