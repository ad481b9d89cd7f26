// Package good lends robes to choirs and tells the wardrobe about it.
// What is to happen after the commit is collected by the unit of work, and every attempt of
// a transaction has its own: only the notices of the attempt that was committed are sent.
package good

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/nats-io/nats.go"

	"faultfield7/cases/retry-effect-choir-robes/good/unit"
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
		u.AfterCommit(func() {
			if err := w.nc.Publish("wardrobe.pack", fmt.Appendf(nil, "%s %d", choir, n)); err != nil {
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
