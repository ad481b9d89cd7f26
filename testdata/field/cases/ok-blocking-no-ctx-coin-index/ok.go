// Package ok finds coins in an index that lives in memory. Its methods are called Query, Begin, Exec and
// Commit like those of a database, and wait for nothing: a request that calls them without its
// context loses nothing.
package ok

import (
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync"
)

// Coin is one coin.
type Coin struct {
	Mint  string `json:"mint"`
	Year  int    `json:"year"`
	Metal string `json:"metal"`
}

// Index holds coins.
type Index struct {
	mu    sync.RWMutex
	coins []Coin
}

// Rows is the result of a query.
type Rows struct {
	coins []Coin
	at    int
}

// Next moves to the next coin.
func (r *Rows) Next() bool {
	r.at++
	return r.at <= len(r.coins)
}

// Scan copies the coin the rows are at.
func (r *Rows) Scan(into *Coin) error {
	if r.at < 1 || r.at > len(r.coins) {
		return errors.New("no coin here")
	}
	*into = r.coins[r.at-1]
	return nil
}

// Query returns the coins of a mint.
func (x *Index) Query(mint string) *Rows {
	x.mu.RLock()
	defer x.mu.RUnlock()
	var found []Coin
	for _, c := range x.coins {
		if strings.EqualFold(c.Mint, mint) {
			found = append(found, c)
		}
	}
	return &Rows{coins: found}
}

// Tx changes an index all at once.
type Tx struct {
	index *Index
	coins []Coin
}

// Begin starts a change.
func (x *Index) Begin() *Tx {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return &Tx{index: x, coins: slices.Clone(x.coins)}
}

// Exec adds a coin to the change.
func (t *Tx) Exec(c Coin) error {
	if c.Mint == "" || c.Year <= 0 {
		return errors.New("coin without origin")
	}
	t.coins = append(t.coins, c)
	return nil
}

// Commit puts the change in place.
func (t *Tx) Commit() {
	t.index.mu.Lock()
	defer t.index.mu.Unlock()
	t.index.coins = t.coins
}

// ServeHTTP lists the coins of a mint or, on a POST, adds some.
func (x *Index) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodPost {
		var add []Coin
		if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<20)).Decode(&add); err != nil {
			http.Error(w, "unreadable coins", http.StatusBadRequest)
			return
		}
		tx := x.Begin()
		for _, c := range add {
			if err := tx.Exec(c); err != nil {
				http.Error(w, err.Error(), http.StatusUnprocessableEntity)
				return
			}
		}
		tx.Commit()
		w.WriteHeader(http.StatusNoContent)
		return
	}
	rows := x.Query(r.FormValue("mint"))
	list := []Coin{}
	for rows.Next() {
		var c Coin
		if err := rows.Scan(&c); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		list = append(list, c)
	}
	_ = json.NewEncoder(w).Encode(list)
}
