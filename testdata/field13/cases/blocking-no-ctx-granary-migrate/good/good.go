// Package good brings a granary's database up to its schema before the service starts. Each
// probe of the database has a limit of its own, below that of the whole wait.
package good

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"
)

const (
	patience = 2 * time.Minute
	probe    = 5 * time.Second
	pause    = 2 * time.Second
)

// steps are the statements that make the schema, in order; each can be run again.
var steps = []string{
	`CREATE TABLE IF NOT EXISTS silos (name text PRIMARY KEY, litres bigint NOT NULL)`,
	`CREATE TABLE IF NOT EXISTS loads (id uuid PRIMARY KEY, silo text REFERENCES silos, litres bigint NOT NULL)`,
	`CREATE INDEX IF NOT EXISTS loads_silo ON loads (silo)`,
}

// Migrator prepares a database.
type Migrator struct {
	db  *sql.DB
	log *slog.Logger
}

// Up waits for the database and makes the schema.
func (m *Migrator) Up(ctx context.Context) error {
	if err := m.awake(ctx); err != nil {
		return err
	}
	tx, err := m.db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	defer tx.Rollback()
	for i, step := range steps {
		if _, err := tx.ExecContext(ctx, step); err != nil {
			return fmt.Errorf("migrate, step %d: %w", i+1, err)
		}
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	return nil
}

// awake returns when the database has answered.
func (m *Migrator) awake(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for {
		err := m.ping(ctx)
		if err == nil {
			return nil
		}
		m.log.Info("database not awake", "err", err)
		timer := time.NewTimer(pause + rand.N(pause/4))
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return fmt.Errorf("database not awake: %w", errors.Join(ctx.Err(), err))
		}
	}
}

func (m *Migrator) ping(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, probe)
	defer cancel()
	return m.db.PingContext(ctx)
}
