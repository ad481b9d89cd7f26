// Package table is a small table in memory with snapshots and rollback.
package table

import (
	"errors"
	"maps"
	"strings"
	"sync"
)

// ErrConflict is returned when the table has changed since the transaction began.
var ErrConflict = errors.New("table has changed")

// DB holds rows by key.
type DB struct {
	mu      sync.RWMutex
	version int
	rows    map[string]string
}

// Open returns an empty table.
func Open() *DB { return &DB{rows: make(map[string]string)} }

// Ping tells whether the table can be used.
func (db *DB) Ping() error { return nil }

// Query returns the rows whose key begins with prefix.
func (db *DB) Query(prefix string) (map[string]string, error) {
	db.mu.RLock()
	defer db.mu.RUnlock()
	found := make(map[string]string)
	for k, v := range db.rows {
		if strings.HasPrefix(k, prefix) {
			found[k] = v
		}
	}
	return found, nil
}

// Begin starts a transaction on a copy of the rows.
func (db *DB) Begin() (*Tx, error) {
	db.mu.RLock()
	defer db.mu.RUnlock()
	return &Tx{db: db, version: db.version, rows: maps.Clone(db.rows)}, nil
}

// Tx is a transaction.
type Tx struct {
	db      *DB
	version int
	rows    map[string]string
}

// Exec sets one row.
func (tx *Tx) Exec(key, value string) error {
	if key == "" {
		return errors.New("empty key")
	}
	tx.rows[key] = value
	return nil
}

// Commit makes the changes visible.
func (tx *Tx) Commit() error {
	tx.db.mu.Lock()
	defer tx.db.mu.Unlock()
	if tx.version != tx.db.version {
		return ErrConflict
	}
	tx.db.version++
	tx.db.rows = tx.rows
	return nil
}
