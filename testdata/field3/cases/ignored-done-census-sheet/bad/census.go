// Package bad exports census sheets. A deferred filter keeps cancellations out of the
// error log by setting the named result to nil. The caller sees a success and marks the
// district as exported, with a part of its sheets.
package bad

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Sheet is one household.
type Sheet struct {
	House   string
	Persons int
}

// Target takes sheets.
type Target interface {
	Put(ctx context.Context, district string, s Sheet) error
}

// Exporter exports districts.
type Exporter struct {
	pool   *pgxpool.Pool
	target Target
	log    *slog.Logger
}

// Export exports the district and marks it.
func (e *Exporter) Export(ctx context.Context, district string) error {
	n, err := e.copySheets(ctx, district)
	if err != nil {
		return fmt.Errorf("export %s: %w", district, err)
	}
	mctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	if _, err := e.pool.Exec(mctx, "UPDATE districts SET exported = $2 WHERE name = $1", district, n); err != nil {
		return fmt.Errorf("mark %s: %w", district, err)
	}
	return nil
}

func (e *Exporter) copySheets(ctx context.Context, district string) (n int, err error) { // OR ignored-done
	defer func() { // OR ignored-done
		if errors.Is(err, context.Canceled) { // OR ignored-done
			e.log.InfoContext(ctx, "export stopped", "district", district, "sheets", n)
			err = nil // EXPECT ignored-done
		}
		if err != nil {
			e.log.ErrorContext(ctx, "export failed", "district", district, "sheets", n, "err", err)
		}
	}()

	rows, err := e.pool.Query(ctx, "SELECT house, persons FROM sheets WHERE district = $1", district)
	if err != nil {
		return 0, err
	}
	sheets, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Sheet])
	if err != nil {
		return 0, err
	}
	for _, s := range sheets {
		if err := e.target.Put(ctx, district, s); err != nil {
			return n, fmt.Errorf("house %s: %w", s.House, err)
		}
		n++
	}
	return n, nil
}
