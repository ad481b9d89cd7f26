// Package bad lends robes to choirs and tells the wardrobe about it.
// What is to happen after the commit is collected by the unit of work. All attempts of a
// transaction share one unit, so the notices of the attempts that were rolled back are still
// in it, and the wardrobe is told to pack once per attempt.
package bad

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/nats-io/nats.go"

	"faultfield7/cases/retry-effect-choir-robes/bad/unit"
)

// ErrLent says that there are not enough robes left.
var ErrLent = errors.New("not enough robes left")

// Wardrobe lends robes.
type Wardrobe struct {
	runner *unit.Runner
	nc     *nats.Conn
	log    *slog.Logger
}

// NewWardrobe sends its notices over nc.
func NewWardrobe(runner *unit.Runner, nc *nats.Conn, log *slog.Logger) *Wardrobe {
	return &Wardrobe{runner: runner, nc: nc, log: log}
}

// Lend reserves n robes for a choir.
func (w *Wardrobe) Lend(ctx context.Context, choir string, n int) error {
	err := w.runner.Do(ctx, func(ctx context.Context, u *unit.Unit) error {
		u.AfterCommit(func() { // OR retry-effect
			if err := w.nc.Publish("wardrobe.pack", fmt.Appendf(nil, "%s %d", choir, n)); err != nil { // OR retry-effect
				w.log.ErrorContext(ctx, "wardrobe not told", "choir", choir, "err", err)
			}
		})
		res, err := u.ExecContext(ctx, `UPDATE robes SET free = free - $1 WHERE free >= $1`, n)
		if err != nil {
			return err
		}
		if rows, err := res.RowsAffected(); err != nil || rows == 0 {
			return errors.Join(ErrLent, err)
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("lend %d robes to %s: %w", n, choir, err)
	}
	return nil
}
