package a

import (
	"context"
	"database/sql"
	"log"
	"time"
)

func exclusively(ctx context.Context, db *sql.DB, id int64, job func(context.Context) error) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, `SELECT pg_advisory_lock($1)`, id); err != nil {
		return err
	}
	defer func() {
		if _, err := conn.ExecContext(ctx, `SELECT pg_advisory_unlock($1)`, id); err != nil { // want `\(\*Conn\).ExecContext gives back what \(\*Conn\).ExecContext took, but under ctx`
			log.Print(err)
		}
	}()
	return job(ctx)
}

const freeName = "DO RELEASE_LOCK(?)"

func named(ctx context.Context, conn *sql.Conn, name string, job func(context.Context) error) error {
	var got bool
	if err := conn.QueryRowContext(ctx, "SELECT GET_LOCK(?, 0)", name).Scan(&got); err != nil || !got {
		return err
	}
	defer conn.ExecContext(ctx, freeName, name) // want `gives back what`
	return job(ctx)
}

func free(ctx context.Context, conn *sql.Conn, id int64) {
	conn.ExecContext(ctx, "select pg_advisory_unlock($1)", id)
}

func seize(ctx context.Context, conn *sql.Conn, id int64) error {
	_, err := conn.ExecContext(ctx, "select pg_advisory_lock($1)", id)
	return err
}

func byHelpers(ctx context.Context, conn *sql.Conn, id int64, job func(context.Context) error) error {
	if err := seize(ctx, conn, id); err != nil {
		return err
	}
	defer free(ctx, conn, id) // want `free gives back what seize took`
	return job(ctx)
}

func exclusivelyRight(ctx context.Context, conn *sql.Conn, id int64, job func(context.Context) error) error {
	if _, err := conn.ExecContext(ctx, `SELECT pg_advisory_lock($1)`, id); err != nil {
		return err
	}
	defer func() {
		free, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		conn.ExecContext(free, `SELECT pg_advisory_unlock($1)`, id)
	}()
	return job(ctx)
}

// The transaction gives it back by itself.
func inTransaction(ctx context.Context, tx *sql.Tx, id int64, job func(context.Context) error) error {
	if _, err := tx.ExecContext(ctx, `SELECT pg_advisory_xact_lock($1)`, id); err != nil {
		return err
	}
	defer tx.ExecContext(ctx, `UPDATE jobs SET seen = true WHERE id = $1`, id)
	return job(ctx)
}
