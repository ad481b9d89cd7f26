// Package rules keeps the house rules of a game server in memory. Its methods are named like
// those of a database, but nothing behind them waits for anything.
package rules

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// ErrNoRows is returned for an unknown rule.
var ErrNoRows = errors.New("no such rule")

// Rule is one house rule.
type Rule struct{ Name, Text string }

// DB is the table of rules.
type DB struct {
	mu    sync.RWMutex
	rules map[string]Rule
}

// Open returns a table with the given rules.
func Open(rules ...Rule) *DB {
	db := &DB{rules: make(map[string]Rule, len(rules))}
	for _, r := range rules {
		db.rules[r.Name] = r
	}
	return db
}

// Query returns the rules with a word in their text.
func (db *DB) Query(word string) []Rule {
	db.mu.RLock()
	defer db.mu.RUnlock()
	var hits []Rule
	for _, r := range db.rules {
		if strings.Contains(strings.ToLower(r.Text), strings.ToLower(word)) {
			hits = append(hits, r)
		}
	}
	slices.SortFunc(hits, func(a, b Rule) int { return strings.Compare(a.Name, b.Name) })
	return hits
}

// Exec changes a rule.
func (db *DB) Exec(name string, change func(Rule) Rule) error {
	db.mu.Lock()
	defer db.mu.Unlock()
	r, ok := db.rules[name]
	if !ok {
		return fmt.Errorf("%s: %w", name, ErrNoRows)
	}
	db.rules[name] = change(r)
	return nil
}
