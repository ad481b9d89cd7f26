// Package ok moves shares between the members of a cooperative. Commit, Rollback and the closing
// of rows have no context in database/sql and need none: the transaction was begun under the
// request's context and is rolled back, its connection freed, when that ends.
package ok

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"time"
)

const transferBudget = 5 * time.Second

// ErrTooFew says that a member has fewer shares than he wants to give away.
var ErrTooFew = errors.New("too few shares")

// Register is the register of members.
type Register struct {
	db  *sql.DB
	log *slog.Logger
}

// NewRegister returns the register in an opened database.
func NewRegister(db *sql.DB, log *slog.Logger) *Register { return &Register{db: db, log: log} }

// ServeHTTP moves shares from one member to another.
func (g *Register) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	shares, err := strconv.Atoi(r.FormValue("shares"))
	if err != nil || shares < 1 {
		http.Error(w, "how many?", http.StatusBadRequest)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), transferBudget)
	defer cancel()
	err = g.transfer(ctx, r.PathValue("member"), r.FormValue("to"), shares)
	switch {
	case errors.Is(err, ErrTooFew):
		http.Error(w, err.Error(), http.StatusConflict)
	case err != nil:
		g.log.ErrorContext(ctx, "transfer", "err", err)
		http.Error(w, "transfer failed", http.StatusInternalServerError)
	default:
		w.WriteHeader(http.StatusNoContent)
	}
}

func (g *Register) transfer(ctx context.Context, from, to string, shares int) error {
	tx, err := g.db.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelSerializable})
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	return settle(tx, move(ctx, tx, from, to, shares))
}

func move(ctx context.Context, tx *sql.Tx, from, to string, shares int) error {
	rows, err := tx.QueryContext(ctx, `SELECT amount FROM lots WHERE member = $1`, from)
	if err != nil {
		return fmt.Errorf("read lots: %w", err)
	}
	defer rows.Close()
	owned := 0
	for rows.Next() {
		var amount int
		if err := rows.Scan(&amount); err != nil {
			return fmt.Errorf("scan lot: %w", err)
		}
		owned += amount
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("read lots: %w", err)
	}
	if owned < shares {
		return ErrTooFew
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO lots (member, amount) VALUES ($1, -$3), ($2, $3)`, from, to, shares)
	return err
}

// settle ends a transaction the way its work went.
func settle(tx *sql.Tx, err error) error {
	if err != nil {
		if rerr := tx.Rollback(); rerr != nil && !errors.Is(rerr, sql.ErrTxDone) {
			err = errors.Join(err, fmt.Errorf("roll back: %w", rerr))
		}
		return err
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}
