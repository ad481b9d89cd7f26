// Package ok keeps sketches that visitors draw at a museum table. The workers store them under
// the background context on purpose: neither a visitor who leaves nor the end of the service
// may lose a sketch that was taken. Each write has a limit, and Close waits for the last one.
package ok

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"
)

const writeLimit = 10 * time.Second

// ErrNoRoom says that the queue is full.
var ErrNoRoom = errors.New("too many sketches at once")

// Sketch is a drawing.
type Sketch struct {
	Table   int
	Strokes []byte
	Drawn   time.Time
}

// Shelf stores sketches.
type Shelf interface {
	Put(ctx context.Context, s Sketch) error
}

// Keeper stores sketches in the background.
type Keeper struct {
	shelf   Shelf
	queue   chan Sketch
	workers sync.WaitGroup
	log     *slog.Logger
}

// NewKeeper starts the workers.
func NewKeeper(shelf Shelf, workers, room int, log *slog.Logger) *Keeper {
	k := &Keeper{shelf: shelf, queue: make(chan Sketch, room), log: log}
	for range workers {
		k.workers.Go(k.work)
	}
	return k
}

// Keep takes a sketch. It does not wait; ctx is only for a visitor who has left already.
func (k *Keeper) Keep(ctx context.Context, s Sketch) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("sketch of table %d: %w", s.Table, err)
	}
	select {
	case k.queue <- s:
		return nil
	default:
		return ErrNoRoom
	}
}

// Close stores what was taken. It comes after the last Keep.
func (k *Keeper) Close() {
	close(k.queue)
	k.workers.Wait()
}

func (k *Keeper) work() {
	for s := range k.queue {
		if err := k.put(s); err != nil {
			k.log.Error("sketch lost", "table", s.Table, "drawn", s.Drawn, "err", err)
		}
	}
}

func (k *Keeper) put(s Sketch) error {
	ctx, cancel := context.WithTimeout(context.Background(), writeLimit)
	defer cancel()
	return k.shelf.Put(ctx, s)
}
