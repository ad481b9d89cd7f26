// Package ok keeps the stock of a small shop in memory and answers requests for it.
package ok

import (
	"encoding/json"
	"errors"
	"net/http"
	"sync"
)

// ErrShort is returned when there is not enough of an article.
var ErrShort = errors.New("not enough in stock")

// Shelf is the stock.
type Shelf struct {
	mu    sync.RWMutex
	stock map[string]int
}

// NewShelf returns an empty shelf.
func NewShelf() *Shelf { return &Shelf{stock: make(map[string]int)} }

// Query returns how much there is of each of the articles.
func (s *Shelf) Query(articles ...string) map[string]int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	found := make(map[string]int, len(articles))
	for _, a := range articles {
		found[a] = s.stock[a]
	}
	return found
}

// Tx is a set of changes that take effect together.
type Tx struct {
	shelf   *Shelf
	changes map[string]int
}

// Begin starts a set of changes.
func (s *Shelf) Begin() *Tx { return &Tx{shelf: s, changes: make(map[string]int)} }

// Exec takes n of an article off the shelf, or puts it there if n is negative.
func (t *Tx) Exec(article string, n int) { t.changes[article] -= n }

// Commit makes the changes, all or none.
func (t *Tx) Commit() error {
	t.shelf.mu.Lock()
	defer t.shelf.mu.Unlock()
	for article, change := range t.changes {
		if t.shelf.stock[article]+change < 0 {
			return ErrShort
		}
	}
	for article, change := range t.changes {
		t.shelf.stock[article] += change
	}
	return nil
}

// Take is the endpoint that takes articles off the shelf.
func (s *Shelf) Take(w http.ResponseWriter, r *http.Request) {
	var basket map[string]uint16
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<14)).Decode(&basket); err != nil {
		http.Error(w, "malformed basket", http.StatusBadRequest)
		return
	}
	tx := s.Begin()
	names := make([]string, 0, len(basket))
	for article, n := range basket {
		tx.Exec(article, int(n))
		names = append(names, article)
	}
	if err := tx.Commit(); err != nil {
		http.Error(w, err.Error(), http.StatusConflict)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(s.Query(names...))
}
