package a

import (
	"context"
	"database/sql"
)

func inTx(ctx context.Context, db *sql.DB, fn func(tx *sql.Tx) error) error {
	var err error
	for range 3 {
		var tx *sql.Tx
		if tx, err = db.BeginTx(ctx, nil); err != nil {
			return err
		}
		if err = fn(tx); err == nil {
			err = tx.Commit()
		} else {
			tx.Rollback()
		}
		if err == nil {
			return nil
		}
	}
	return err
}

type row struct {
	db   *sql.DB
	next int
}

// The first number is kept: each run is meant to start there.
func (r *row) give(ctx context.Context, names []string) (int, error) {
	first := r.next
	err := inTx(ctx, r.db, func(tx *sql.Tx) error {
		for _, n := range names {
			if _, err := tx.ExecContext(ctx, "INSERT INTO t VALUES (?, ?)", r.next, n); err != nil {
				return err
			}
			r.next++ // want `each attempt changes r.next relative to its old value`
		}
		return nil
	})
	return first, err
}

// Counted in the run, and kept when it is committed.
func (r *row) giveRight(ctx context.Context, names []string) (int, error) {
	first := r.next
	next := first
	err := inTx(ctx, r.db, func(tx *sql.Tx) error {
		next = first
		for _, n := range names {
			if _, err := tx.ExecContext(ctx, "INSERT INTO t VALUES (?, ?)", next, n); err != nil {
				return err
			}
			next++
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	r.next = next
	return first, nil
}

// Put back at the start of each run.
func (r *row) giveReset(ctx context.Context, names []string) (int, error) {
	first := r.next
	err := inTx(ctx, r.db, func(tx *sql.Tx) error {
		r.next = first
		for _, n := range names {
			if _, err := tx.ExecContext(ctx, "INSERT INTO t VALUES (?, ?)", r.next, n); err != nil {
				return err
			}
			r.next++
		}
		return nil
	})
	return first, err
}

// A sequence, whose gaps nobody minds.
func (r *row) tag(ctx context.Context, names []string) error {
	return inTx(ctx, r.db, func(tx *sql.Tx) error {
		for _, n := range names {
			r.next++
			if _, err := tx.ExecContext(ctx, "INSERT INTO t VALUES (?, ?)", r.next, n); err != nil {
				return err
			}
		}
		return nil
	})
}

type closing struct {
	count int
	by    map[string]int64
}

// The sums of a result that is made around the transaction.
func closeDay(ctx context.Context, db *sql.DB) (*closing, error) {
	day := &closing{by: make(map[string]int64)}
	err := inTx(ctx, db, func(tx *sql.Tx) error {
		rows, err := tx.QueryContext(ctx, "SELECT region, cents FROM orders")
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var region string
			var cents int64
			if err := rows.Scan(&region, &cents); err != nil {
				return err
			}
			day.by[region] += cents // want `each attempt changes day.by\[region\] relative to its old value`
		}
		return rows.Err()
	})
	return day, err
}

func closeDayAnew(ctx context.Context, db *sql.DB) (*closing, error) {
	day := &closing{by: make(map[string]int64)}
	err := inTx(ctx, db, func(tx *sql.Tx) error {
		clear(day.by)
		rows, err := tx.QueryContext(ctx, "SELECT region, cents FROM orders")
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var region string
			var cents int64
			if err := rows.Scan(&region, &cents); err != nil {
				return err
			}
			day.by[region] += cents
		}
		return rows.Err()
	})
	return day, err
}
