package a

import (
	"context"
	"database/sql"
	stdlog "log"
	"time"
)

type swept struct {
	Rows  int64
	Bytes int64
	Tries int
	Took  time.Duration
}

// Sweep returns the sums of all tables.
func Sweep(ctx context.Context, db *sql.DB, tables []string) (swept, error) {
	var all swept
	for _, t := range tables {
		if err := sweepOne(ctx, db, t, &all); err != nil {
			return all, err
		}
	}
	return all, nil
}

func sweepOne(ctx context.Context, db *sql.DB, table string, sum *swept) error {
	return inTx(ctx, db, func(tx *sql.Tx) error {
		start := time.Now()
		sum.Tries++
		res, err := tx.ExecContext(ctx, "DELETE FROM parts WHERE of = ?", table)
		if err != nil {
			return err
		}
		n, err := res.RowsAffected()
		if err != nil {
			return err
		}
		took := time.Since(start)
		sum.Took += took
		sum.Rows += n // want `each attempt changes sum.Rows relative to its old value`
		_, err = tx.ExecContext(ctx, "UPDATE tables SET swept = ? WHERE name = ?", n, table)
		return err
	})
}

// Pointer returns what it has made around the transactions.
func Pointer(ctx context.Context, db *sql.DB) (*swept, error) {
	out := &swept{}
	if err := fill(ctx, db, out); err != nil {
		return nil, err
	}
	return out, nil
}

func fill(ctx context.Context, db *sql.DB, out *swept) error {
	return inTx(ctx, db, func(tx *sql.Tx) error {
		var n int64
		if err := tx.QueryRowContext(ctx, "SELECT sum(size) FROM parts").Scan(&n); err != nil {
			return err
		}
		out.Bytes += n // want `each attempt changes out.Bytes relative to its old value`
		return nil
	})
}

// Field sums up in the function that has the transaction.
func Field(ctx context.Context, db *sql.DB, ids []int) (swept, error) {
	var out swept
	for _, id := range ids {
		err := inTx(ctx, db, func(tx *sql.Tx) error {
			var n int64
			if err := tx.QueryRowContext(ctx, "SELECT size FROM parts WHERE id = ?", id).Scan(&n); err != nil {
				return err
			}
			out.Bytes += n // want `each attempt changes out.Bytes relative to its old value`
			return nil
		})
		if err != nil {
			return out, err
		}
	}
	return out, nil
}

// Copied sums up when the transaction is through.
func Copied(ctx context.Context, db *sql.DB, ids []int) (swept, error) {
	var out swept
	for _, id := range ids {
		var part swept
		err := inTx(ctx, db, func(tx *sql.Tx) error {
			part = swept{}
			var n int64
			if err := tx.QueryRowContext(ctx, "SELECT size FROM parts WHERE id = ?", id).Scan(&n); err != nil {
				return err
			}
			part.Bytes += n
			return nil
		})
		if err != nil {
			return out, err
		}
		out.Bytes += part.Bytes
	}
	return out, nil
}

// Logged tells of its work in a log alone.
func Logged(ctx context.Context, db *sql.DB) error {
	var s swept
	err := noteIn(ctx, db, &s)
	stdlog.Printf("%d rows", s.Rows)
	return err
}

func noteIn(ctx context.Context, db *sql.DB, s *swept) error {
	return inTx(ctx, db, func(tx *sql.Tx) error {
		res, err := tx.ExecContext(ctx, "DELETE FROM notes")
		if err != nil {
			return err
		}
		n, err := res.RowsAffected()
		s.Rows += n
		return err
	})
}

type meter struct{ rows int64 }

// Count keeps a count over the life of the meter.
func (m *meter) Count(ctx context.Context, db *sql.DB) error {
	return inTx(ctx, db, func(tx *sql.Tx) error {
		res, err := tx.ExecContext(ctx, "DELETE FROM notes")
		if err != nil {
			return err
		}
		n, err := res.RowsAffected()
		m.rows += n
		return err
	})
}
