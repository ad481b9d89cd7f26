package batch

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

func race(ctx context.Context, db *sql.DB, q string) error {
	for i := 0; i < 3; i++ {
		done := make(chan error, 1)
		go func() {
			_, err := db.ExecContext(ctx, "INSERT INTO notes (t) VALUES ($1)", q) // want `INSERT INTO notes is begun again when the time of overlap.go:\d+ is up`
			done <- err
		}()
		select {
		case err := <-done:
			if err == nil {
				return nil
			}
		case <-time.After(2 * time.Second):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return errors.New("gave up")
}

// late gives up altogether.
func late(ctx context.Context, db *sql.DB, q string) error {
	for {
		done := make(chan error, 1)
		go func() {
			_, err := db.ExecContext(ctx, "INSERT INTO notes (t) VALUES ($1)", q)
			done <- err
		}()
		select {
		case err := <-done:
			return err
		case <-time.After(2 * time.Second):
			return errors.New("late")
		}
	}
}

// items are others in each turn.
func items(ctx context.Context, db *sql.DB, qs []string) error {
	for _, q := range qs {
		done := make(chan error, 1)
		go func() {
			_, err := db.ExecContext(ctx, "INSERT INTO notes (t) VALUES ($1)", q)
			done <- err
		}()
		select {
		case err := <-done:
			if err != nil {
				return err
			}
		case <-time.After(2 * time.Second):
		}
	}
	return nil
}

// upsert may be carried out twice.
func upsert(ctx context.Context, db *sql.DB, q string) error {
	for range 3 {
		done := make(chan error, 1)
		go func() {
			_, err := db.ExecContext(ctx, "INSERT INTO notes (t) VALUES ($1) ON CONFLICT DO NOTHING", q)
			done <- err
		}()
		select {
		case err := <-done:
			if err == nil {
				return nil
			}
		case <-time.After(2 * time.Second):
		}
	}
	return errors.New("gave up")
}
