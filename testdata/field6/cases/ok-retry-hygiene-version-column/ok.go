// Package ok changes the settings of tenants, guarded by a version column.
package ok

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// ErrContended is returned when others keep changing the same settings.
var ErrContended = errors.New("settings are being changed by others")

// Settings belong to a tenant.
type Settings struct {
	Theme   string          `json:"theme"`
	Limits  map[string]int  `json:"limits"`
	Feature map[string]bool `json:"feature"`
}

// Store keeps settings.
type Store struct {
	db *sql.DB
}

// NewStore keeps settings in db.
func NewStore(db *sql.DB) *Store { return &Store{db: db} }

// Change applies edit to the settings of a tenant; edit may be called more than once.
func (s *Store) Change(ctx context.Context, tenant string, edit func(*Settings) error) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	for range 5 {
		cur, version, err := s.load(ctx, tenant)
		if err != nil {
			return fmt.Errorf("settings of %s: %w", tenant, err)
		}
		if err := edit(&cur); err != nil {
			return err
		}
		saved, err := s.save(ctx, tenant, cur, version)
		if err != nil {
			return fmt.Errorf("settings of %s: %w", tenant, err)
		}
		if saved {
			return nil
		}
	}
	return fmt.Errorf("tenant %s: %w", tenant, ErrContended)
}

func (s *Store) load(ctx context.Context, tenant string) (Settings, int64, error) {
	var raw []byte
	var version int64
	row := s.db.QueryRowContext(ctx, `SELECT body, version FROM settings WHERE tenant = $1`, tenant)
	if err := row.Scan(&raw, &version); err != nil {
		return Settings{}, 0, err
	}
	var cur Settings
	err := json.Unmarshal(raw, &cur)
	return cur, version, err
}

// save reports whether the version was still the one that was read.
func (s *Store) save(ctx context.Context, tenant string, next Settings, version int64) (bool, error) {
	raw, err := json.Marshal(next)
	if err != nil {
		return false, err
	}
	res, err := s.db.ExecContext(ctx,
		`UPDATE settings SET body = $1, version = version + 1 WHERE tenant = $2 AND version = $3`, raw, tenant, version)
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n == 1, err
}
