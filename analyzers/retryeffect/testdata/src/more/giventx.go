package more

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
)

// given repeats a statement in the transaction of its caller.
func insertGiven(ctx context.Context, tx pgx.Tx, name string) (err error) {
	for range 3 {
		_, err = tx.Exec(ctx, "INSERT INTO people (name) VALUES ($1)", name) // want `runs again in the transaction that was begun before the loop`
		if !serial(err) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

type ledger struct{}

// Add does so whatever the failure.
func (ledger) Add(ctx context.Context, tx pgx.Tx, sum int) (err error) {
	for n := 0; n < 4; n++ {
		if _, err = tx.Exec(ctx, "UPDATE sums SET n = n + $1", sum); err == nil { // want `runs again in the transaction that was begun before`
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// Saved goes back to a savepoint.
func (ledger) Saved(ctx context.Context, tx pgx.Tx, sum int) (err error) {
	for n := 0; n < 4; n++ {
		if _, err = tx.Exec(ctx, "SAVEPOINT add"); err != nil {
			return err
		}
		if _, err = tx.Exec(ctx, "UPDATE sums SET n = n + $1", sum); err == nil {
			return nil
		}
		if _, err := tx.Exec(ctx, "ROLLBACK TO add"); err != nil {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// Items makes one statement for each item.
func (ledger) Items(ctx context.Context, tx pgx.Tx, sums []int) error {
	for _, s := range sums {
		if _, err := tx.Exec(ctx, "UPDATE sums SET n = n + $1", s); err != nil {
			return err
		}
	}
	return nil
}
