package a

import (
	"context"
	"database/sql"
	"time"
)

// A retry behind a function that only passes the call on.

func pinged(ctx context.Context, db *sql.DB) (err error) {
	for n := 0; n < 3; n++ {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		time.Sleep(50 * time.Millisecond)
	}
	return err
}

func passedOn(ctx context.Context, db *sql.DB) error { return pinged(ctx, db) }

func aroundPassedOn(ctx context.Context, db *sql.DB) (err error) {
	for i := 0; i < 4; i++ {
		if err = passedOn(ctx, db); err == nil { // want `passedOn → pinged → the loop tries up to 3 times by itself, and the loop at passthrough.go:\d+ repeats that: 4 × 3 = 12 attempts`
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// A pause behind a function that only passes the call on is no operation.

func rest(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(time.Second):
		return nil
	}
}

func restOn(ctx context.Context) error { return rest(ctx) }

func rested(ctx context.Context, db *sql.DB) (err error) {
	for i := 0; i < 4; i++ {
		if err = db.PingContext(ctx); err == nil {
			return nil
		}
		if err := restOn(ctx); err != nil {
			return err
		}
	}
	return err
}
