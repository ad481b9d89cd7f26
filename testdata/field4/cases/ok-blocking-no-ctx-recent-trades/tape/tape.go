// Package tape is a small database of trades that lives in memory.
package tape

import (
	"slices"
	"sync"
	"time"
)

// Trade is one trade.
type Trade struct {
	Price float64   `json:"price"`
	At    time.Time `json:"at"`
}

// DB keeps the last trades of every symbol.
type DB struct {
	keep int

	mu    sync.RWMutex
	table map[string][]Trade
}

// Open returns an empty database that keeps a number of trades per symbol.
func Open(keep int) *DB { return &DB{keep: keep, table: make(map[string][]Trade)} }

// Tx is a set of changes that become visible together.
type Tx struct {
	db      *DB
	pending map[string][]Trade
}

// Begin starts a transaction.
func (db *DB) Begin() *Tx { return &Tx{db: db, pending: make(map[string][]Trade)} }

// Exec adds a trade.
func (tx *Tx) Exec(symbol string, t Trade) {
	tx.pending[symbol] = append(tx.pending[symbol], t)
}

// Commit makes the changes visible.
func (tx *Tx) Commit() {
	tx.db.mu.Lock()
	defer tx.db.mu.Unlock()
	for symbol, trades := range tx.pending {
		all := append(tx.db.table[symbol], trades...)
		tx.db.table[symbol] = slices.Clone(all[max(0, len(all)-tx.db.keep):])
	}
}

// Query returns the trades of a symbol since a point in time, oldest first.
func (db *DB) Query(symbol string, since time.Time) []Trade {
	db.mu.RLock()
	defer db.mu.RUnlock()
	trades := db.table[symbol]
	i, _ := slices.BinarySearchFunc(trades, since, func(t Trade, at time.Time) int { return t.At.Compare(at) })
	return slices.Clone(trades[i:])
}
