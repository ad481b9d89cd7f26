// Package ok books the slots of a drum room, which several bands reach for at once. The deferred
// calls stand inside an endless loop and look as if they piled up with its rounds; but a round
// that gets to them returns, and the others have nothing to clean up.
package ok

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"time"
)

// ErrTaken says that the room had no free slot in any round.
var ErrTaken = errors.New("all slots are taken")

const rounds = 5

// Room has a fixed number of slots.
type Room struct {
	db    *sql.DB
	slots int64
	used  atomic.Int64
}

// NewRoom returns a room whose rehearsals are noted in db.
func NewRoom(db *sql.DB, slots int64) *Room { return &Room{db: db, slots: slots} }

// Rehearse runs play while it holds a slot.
func (r *Room) Rehearse(ctx context.Context, band string, play func(ctx context.Context) error) error {
	for round := 1; ; round++ {
		used := r.used.Load()
		if used >= r.slots {
			if round >= rounds {
				return ErrTaken
			}
			if err := rest(ctx, round); err != nil {
				return err
			}
			continue
		}
		if !r.used.CompareAndSwap(used, used+1) {
			continue
		}
		defer r.used.Add(-1)

		conn, err := r.db.Conn(ctx)
		if err != nil {
			return fmt.Errorf("note %s: %w", band, err)
		}
		defer conn.Close()
		if _, err := conn.ExecContext(ctx, `UPDATE bands SET last_seen = now() WHERE name = $1`, band); err != nil {
			return fmt.Errorf("note %s: %w", band, err)
		}
		return play(ctx)
	}
}

func rest(ctx context.Context, round int) error {
	d := time.Second << min(round, rounds)
	t := time.NewTimer(d + rand.N(d))
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
