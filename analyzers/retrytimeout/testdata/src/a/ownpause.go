package a

import (
	"context"
	"database/sql"
	"time"
)

func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// The wait is over at once after an attempt that timed out.
func pausedUnderOwn(ctx context.Context, db *sql.DB) (err error) {
	for range 4 {
		tryCtx, cancel := context.WithTimeout(ctx, time.Second)
		err = db.PingContext(tryCtx)
		if err == nil {
			cancel()
			return nil
		}
		_ = pause(tryCtx, 200*time.Millisecond) // want `the wait before the next attempt of .* is made under tryCtx, the context of the attempt before`
		cancel()
	}
	return err
}

func pausedRight(ctx context.Context, db *sql.DB) (err error) {
	for range 4 {
		tryCtx, cancel := context.WithTimeout(ctx, time.Second)
		err = db.PingContext(tryCtx)
		cancel()
		if err == nil {
			return nil
		}
		_ = pause(ctx, 200*time.Millisecond)
	}
	return err
}

// Each attempt is a function that waits at its end and says whether to go on.
type tries struct {
	max   int
	limit time.Duration
}

func (t tries) do(ctx context.Context, db *sql.DB) error {
	for n := 1; ; n++ {
		done, err := t.once(ctx, db, n)
		if done {
			return err
		}
	}
}

func (t tries) once(ctx context.Context, db *sql.DB, n int) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, t.limit)
	defer cancel()
	err := db.PingContext(ctx)
	if err == nil || n == t.max {
		return true, err
	}
	if werr := pause(ctx, time.Duration(n)*100*time.Millisecond); werr != nil { // want `the wait before the next attempt of .* is made under ctx`
		return true, err
	}
	return false, nil
}

func (t tries) doRight(ctx context.Context, db *sql.DB) error {
	for n := 1; ; n++ {
		done, err := t.onceRight(ctx, db, n)
		if done {
			return err
		}
	}
}

func (t tries) onceRight(ctx context.Context, db *sql.DB, n int) (bool, error) {
	tryCtx, cancel := context.WithTimeout(ctx, t.limit)
	defer cancel()
	err := db.PingContext(tryCtx)
	if err == nil || n == t.max {
		return true, err
	}
	if werr := pause(ctx, time.Duration(n)*100*time.Millisecond); werr != nil {
		return true, err
	}
	return false, nil
}

// A first wait that the limit is meant to cover.
func pausedBefore(ctx context.Context, db *sql.DB) (err error) {
	for range 4 {
		if err = startLater(ctx, db); err == nil {
			return nil
		}
	}
	return err
}

func startLater(ctx context.Context, db *sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	if err := pause(ctx, 10*time.Millisecond); err != nil {
		return err
	}
	return db.PingContext(ctx)
}
