// Package bad books transfers; a lock in Redis keeps two replicas from touching the same
// account at once.
package bad

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"faultfield6/cases/ignored-done-balance-lock/bad/lock"
)

const bookLimit = 20 * time.Second

// Transfer moves an amount out of an account.
type Transfer struct {
	Reference string `json:"reference"`
	Account   string `json:"account"`
	Cents     int64  `json:"cents"`
}

// Book writes a transfer; booking the same reference twice has no second effect.
type Book interface {
	Post(ctx context.Context, t Transfer) error
}

// Ledger serves transfers.
type Ledger struct {
	locks *lock.Locker
	book  Book
	log   *slog.Logger
}

// NewLedger returns a ledger.
func NewLedger(locks *lock.Locker, book Book, log *slog.Logger) *Ledger {
	return &Ledger{locks: locks, book: book, log: log}
}

// ServeHTTP books one transfer.
func (l *Ledger) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var t Transfer
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<16)).Decode(&t); err != nil {
		http.Error(w, "malformed transfer", http.StatusBadRequest)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), bookLimit)
	defer cancel()
	held, err := l.locks.Take(ctx, "account:"+t.Account)
	if errors.Is(err, lock.ErrTaken) {
		http.Error(w, "try again later", http.StatusConflict)
		return
	}
	if err != nil {
		l.log.ErrorContext(ctx, "lock", "account", t.Account, "err", err)
		http.Error(w, "not booked", http.StatusServiceUnavailable)
		return
	}
	defer func() {
		if err := held.Release(ctx); err != nil { // OR ignored-done
			l.log.WarnContext(ctx, "lock not released", "account", t.Account, "err", err)
		}
	}()
	if err := l.book.Post(ctx, t); err != nil {
		l.log.ErrorContext(ctx, "transfer", "reference", t.Reference, "err", err)
		http.Error(w, "not booked", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}
