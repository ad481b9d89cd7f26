// Package rows copies rows into a database.
package rows

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

func serializable(ctx context.Context, db pgx.Beginner, fn func(pgx.Tx) error) error {
	for n := 1; ; n++ {
		err := pgx.BeginTxFunc(ctx, db, pgx.TxOptions{}, fn)
		var pg *pgconn.PgError
		if !errors.As(err, &pg) || pg.Code != "40001" || n == 4 {
			return err
		}
		time.Sleep(time.Second)
	}
}

func outside(ctx context.Context, db pgx.Beginner, counts []int) error {
	src := pgx.CopyFromSlice(len(counts), func(i int) ([]any, error) { return []any{counts[i]}, nil })
	return serializable(ctx, db, func(tx pgx.Tx) error {
		_, err := tx.CopyFrom(ctx, pgx.Identifier{"pollen"}, []string{"n"}, src) // want `src is read to its end by the first attempt`
		return err
	})
}

func inside(ctx context.Context, db pgx.Beginner, counts []int) error {
	return serializable(ctx, db, func(tx pgx.Tx) error {
		src := pgx.CopyFromSlice(len(counts), func(i int) ([]any, error) { return []any{counts[i]}, nil })
		_, err := tx.CopyFrom(ctx, pgx.Identifier{"pollen"}, []string{"n"}, src)
		return err
	})
}

// helped is given the source by its caller.
func helped(ctx context.Context, db pgx.Beginner, rows [][]any) error {
	src := pgx.CopyFromRows(rows)
	var err error
	for range 3 {
		if err = load(ctx, db, src); err == nil { // want `src is read to its end by the first attempt`
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func load(ctx context.Context, db pgx.Beginner, src pgx.CopyFromSource) error {
	return pgx.BeginTxFunc(ctx, db, pgx.TxOptions{}, func(tx pgx.Tx) error {
		_, err := tx.CopyFrom(ctx, pgx.Identifier{"pollen"}, []string{"n"}, src)
		return err
	})
}

// once is no retry.
func once(ctx context.Context, db pgx.Beginner, rows [][]any) error {
	return load(ctx, db, pgx.CopyFromRows(rows))
}
