// Package lease reserves a label printer for one job.
package lease

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"time"
)

const releaseLimit = 4 * time.Second

// ErrTaken is returned when another job has the printer.
var ErrTaken = errors.New("printer is taken")

// Desk hands out printers.
type Desk struct {
	db  *sql.DB
	log *slog.Logger
}

// NewDesk returns a desk.
func NewDesk(db *sql.DB, log *slog.Logger) *Desk { return &Desk{db: db, log: log} }

// With runs print while job holds the printer.
func (d *Desk) With(ctx context.Context, printer, job string, print func(context.Context) error) error {
	res, err := d.db.ExecContext(ctx,
		`UPDATE printers SET job = $1 WHERE id = $2 AND job IS NULL`, job, printer)
	if err != nil {
		d.release(ctx, printer, job)
		return fmt.Errorf("reserve %s: %w", printer, err)
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errors.Join(ErrTaken, err)
	}
	defer d.release(ctx, printer, job)
	return print(ctx)
}

// release gives the printer back if job has it, be it only by an update whose answer got lost.
func (d *Desk) release(ctx context.Context, printer, job string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), releaseLimit)
	defer cancel()
	_, err := d.db.ExecContext(ctx, `UPDATE printers SET job = NULL WHERE id = $1 AND job = $2`, printer, job)
	if err != nil {
		d.log.ErrorContext(ctx, "release printer", "printer", printer, "job", job, "err", err)
	}
}
