// Package good opens the harvest ledger of an orchard when the service starts.
// Each attempt opens a handle of its own, and closes it again when its ping fails.
package good

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	_ "github.com/jackc/pgx/v5/stdlib"
)

const (
	openTries = 20
	pingLimit = 2 * time.Second
	shortest  = 300 * time.Millisecond
	longest   = 5 * time.Second
)

// Source returns the present address of the ledger, which moves when a replica takes over.
type Source func(ctx context.Context) (dsn string, err error)

// Ledger records what was picked.
type Ledger struct {
	db *sql.DB
}

// Open returns a ledger that has answered once.
func Open(ctx context.Context, source Source, log *slog.Logger) (*Ledger, error) {
	var last error
	wait := shortest
	for try := 1; try <= openTries; try++ {
		db, err := attempt(ctx, source)
		if err == nil {
			db.SetMaxOpenConns(8)
			return &Ledger{db: db}, nil
		}
		if refused(err) {
			return nil, err
		}
		last = err
		log.Info("ledger not open", "try", try, "err", err)
		if try == openTries {
			break
		}
		select {
		case <-ctx.Done():
			return nil, errors.Join(ctx.Err(), last)
		case <-time.After(wait/2 + rand.N(wait)):
		}
		wait = min(2*wait, longest)
	}
	return nil, fmt.Errorf("ledger not open after %d tries: %w", openTries, last)
}

func attempt(ctx context.Context, source Source) (*sql.DB, error) {
	ctx, cancel := context.WithTimeout(ctx, pingLimit)
	defer cancel()
	dsn, err := source(ctx)
	if err != nil {
		return nil, fmt.Errorf("address of the ledger: %w", err)
	}
	db, err := sql.Open("pgx", dsn)
	if err != nil {
		return nil, err
	}
	if err := db.PingContext(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("ping: %w", err), db.Close())
	}
	return db, nil
}

// refused reports a wrong password or the like, which trying again does not cure.
func refused(err error) bool {
	var pe *pgconn.PgError
	return errors.As(err, &pe) && strings.HasPrefix(pe.Code, "28")
}

// Picked adds up the crates of a row.
func (l *Ledger) Picked(ctx context.Context, row int) (int, error) {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	var crates int
	err := l.db.QueryRowContext(ctx, `SELECT coalesce(sum(crates), 0) FROM picked WHERE row_no = $1`, row).Scan(&crates)
	return crates, err
}

// Close ends all connections.
func (l *Ledger) Close() error { return l.db.Close() }
