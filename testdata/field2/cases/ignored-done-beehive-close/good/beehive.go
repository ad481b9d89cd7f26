// Package good counts bees at the doors of hives. Close cancels the counters' context
// and then waits for them.
package good

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"
)

// Door reports passages one by one, and waits for them.
type Door interface {
	Passage(ctx context.Context) (in bool, err error)
}

// Hive is a hive with doors.
type Hive struct {
	cancel   context.CancelFunc
	counters sync.WaitGroup
	bees     atomic.Int64
	log      *slog.Logger
}

// Watch begins to count.
func Watch(ctx context.Context, log *slog.Logger, doors ...Door) *Hive {
	ctx, cancel := context.WithCancel(ctx)
	h := &Hive{cancel: cancel, log: log}
	for _, d := range doors {
		h.counters.Go(func() { h.count(ctx, d) })
	}
	return h
}

func (h *Hive) count(ctx context.Context, d Door) {
	for {
		in, err := d.Passage(ctx)
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			h.log.WarnContext(ctx, "door", "err", err)
			select {
			case <-time.After(time.Second + rand.N(time.Second)):
			case <-ctx.Done():
				return
			}
		case in:
			h.bees.Add(1)
		default:
			h.bees.Add(-1)
		}
	}
}

// Bees says how many are at home.
func (h *Hive) Bees() int64 { return h.bees.Load() }

// Close ends the counting.
func (h *Hive) Close() {
	h.cancel()
	h.counters.Wait()
	h.log.Info("hive closed", "bees", h.bees.Load())
}
