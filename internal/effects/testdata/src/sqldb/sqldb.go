// Package sqldb holds SQL effects.
package sqldb

import (
	"context"
	"database/sql"
	"fmt"
)

func again(f func() error) error { return f() }

const insertTicket = `INSERT INTO tickets (project_id, title) VALUES ($1, $2)`

var updateQuery = "UPDATE accounts SET balance = $1 WHERE id = $2"

func Statements(ctx context.Context, db *sql.DB) {
	db.ExecContext(ctx, insertTicket, 1, "a")                                                                            // want "write INSERT INTO tickets"
	db.Exec("insert into labels (a) values (1) on conflict do nothing")                                                  // want "idempotent INSERT INTO labels"
	db.Exec("INSERT IGNORE INTO labels (a) VALUES (1)")                                                                  // want "idempotent INSERT IGNORE INTO labels"
	db.Exec("INSERT INTO hits (k, n) VALUES ($1, 1) ON CONFLICT (k) DO UPDATE SET n = hits.n + 1")                       // want "write INSERT INTO hits"
	db.Exec("INSERT INTO hits (k, n) VALUES ($1, 1) ON CONFLICT (k) DO UPDATE SET n = EXCLUDED.n")                       // want "idempotent INSERT INTO hits"
	db.Exec(updateQuery, 1, 2)                                                                                           // want "idempotent UPDATE accounts"
	db.Exec("UPDATE accounts SET balance = balance + $1 WHERE id = $2", 1, 2)                                            // want "write UPDATE accounts"
	db.Exec("UPDATE accounts SET balance = balance - $1, version = version + 1 WHERE id = $2 AND version = $3", 1, 2, 3) // want "conditional UPDATE accounts"
	db.Exec("UPDATE t SET a = $1, n = COALESCE(n, 0) + 1 WHERE id = $2", 1, 2)                                           // want "write UPDATE t"
	db.Exec("UPDATE t SET total = price * qty WHERE id = $1", 1)                                                         // want "idempotent UPDATE t"
	db.Exec("DELETE FROM t WHERE id = $1", 1)                                                                            // want "idempotent DELETE FROM t"
	db.Exec("-- remove\nDELETE FROM t WHERE id = $1", 1)                                                                 // want "idempotent DELETE FROM t"
	db.Exec("CREATE TABLE IF NOT EXISTS t (a int)")                                                                      // want "idempotent CREATE TABLE IF NOT EXISTS t"
	db.Query("SELECT a FROM t")                                                                                          // want "read SELECT"
	db.QueryRow("INSERT INTO t (a) VALUES ($1) RETURNING id", 1)                                                         // want "write INSERT INTO t"
	db.QueryContext(ctx, "WITH moved AS (DELETE FROM q WHERE id = 1 RETURNING *) INSERT INTO done SELECT * FROM moved")  // want "write INSERT INTO done"
	db.QueryRowContext(ctx, "SELECT id FROM jobs LIMIT 1 FOR UPDATE SKIP LOCKED")                                        // want "consume SELECT"
	db.Query(`SELECT 'INSERT INTO x'`)                                                                                   // want "read SELECT"
}

func Texts(ctx context.Context, db *sql.DB, table, cond string) {
	q := fmt.Sprintf("INSERT INTO %s (a) VALUES ($1)", table)
	db.Exec(q, 1) // want "write INSERT INTO"
	q2 := "INSERT INTO " + table + " (a) VALUES (1)"
	if cond != "" {
		q2 += " ON CONFLICT DO NOTHING"
	}
	db.Exec(q2)   // want "idempotent INSERT INTO"
	db.Exec(cond) // want "unknown (*sql.DB).Exec"
	for _, s := range []string{"DELETE FROM a", "INSERT INTO b VALUES (1)"} {
		db.Exec(s) // want "write INSERT INTO b"
	}
}

func Prepared(ctx context.Context, db *sql.DB) {
	stmt, err := db.PrepareContext(ctx, "INSERT INTO t (a) VALUES ($1)") // want "read (*sql.DB).PrepareContext"
	if err != nil {
		return
	}
	defer stmt.Close()
	stmt.ExecContext(ctx, 1) // want "write INSERT INTO t"
}

type Store struct{ db *sql.DB }

func (s *Store) exec(ctx context.Context, q string, args ...any) error {
	_, err := s.db.ExecContext(ctx, q, args...)
	return err
}

func Wrapper(ctx context.Context, s *Store) {
	s.exec(ctx, insertTicket)             // want "write INSERT INTO tickets, via (*Store).exec"
	s.exec(ctx, "UPDATE t SET a = $1", 1) // want "idempotent UPDATE t, via (*Store).exec"
}

type execer interface {
	ExecContext(ctx context.Context, q string, args ...any) (sql.Result, error)
}

func insert(ctx context.Context, tx *sql.Tx) error {
	_, err := tx.ExecContext(ctx, insertTicket)
	return err
}

func SharedTx(ctx context.Context, db *sql.DB) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	for try := 0; try < 3; try++ {
		if err := insert(ctx, tx); err == nil { // want "write INSERT INTO tickets, in tx of all runs, via insert"
			break
		}
	}
	return tx.Commit()
}

func once(ctx context.Context, db *sql.DB) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := insert(ctx, tx); err != nil {
		return err
	}
	return tx.Commit()
}

func FreshTx(ctx context.Context, db *sql.DB) {
	for try := 0; try < 3; try++ {
		once(ctx, db) // want "write INSERT INTO tickets, in tx of the run, via once insert" "write (*sql.Tx).Commit, in tx of the run, via once"
	}
}

func FreshTxHere(ctx context.Context, db *sql.DB) {
	for try := 0; try < 3; try++ {
		tx, err := db.Begin() // want "read (*sql.DB).Begin"
		if err != nil {
			continue
		}
		tx.Exec(insertTicket) // want "write INSERT INTO tickets, in tx of the run"
		tx.Commit()           // want "write (*sql.Tx).Commit, in tx of the run"
	}
}

func inTx(ctx context.Context, db *sql.DB, fn func(tx *sql.Tx) error) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := fn(tx); err != nil {
		return err
	}
	return tx.Commit()
}

func ClosureTx(ctx context.Context, db *sql.DB) {
	for try := 0; try < 3; try++ {
		inTx(ctx, db, func(tx *sql.Tx) error { // want "write (*sql.Tx).Commit, in tx of the run, via inTx"
			_, err := tx.Exec(insertTicket) // want "write INSERT INTO tickets, in tx of the run"
			return err
		})
	}
}

type repo interface {
	Save(ctx context.Context) error
}

type sqlRepo struct{ db *sql.DB }

func (r *sqlRepo) Save(ctx context.Context) error {
	_, err := r.db.ExecContext(ctx, insertTicket) // want "write INSERT INTO tickets"
	return err
}

func Iface(ctx context.Context, r repo) {
	r.Save(ctx) // want "write INSERT INTO tickets, via (*sqlRepo).Save"
}
