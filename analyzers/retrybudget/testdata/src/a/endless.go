package a

import (
	"context"
	"database/sql"
	"os"
	"os/signal"
	"time"

	"github.com/sethvargo/go-retry"
)

// The program's context, handed on by the driver.

func open(db *sql.DB) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := awake(ctx, db); err != nil {
		return err
	}
	if err := awakeLimited(ctx, db); err != nil {
		return err
	}
	whole, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	if err := awakeWhole(whole, db); err != nil {
		return err
	}
	if err := awakeLoop(ctx, db); err != nil {
		return err
	}
	if err := awakeSome(ctx, db); err != nil {
		return err
	}
	return awakeSome(whole, db)
}

func awake(ctx context.Context, db *sql.DB) error {
	b := retry.WithMaxDuration(30*time.Second, retry.NewExponential(250*time.Millisecond))
	return retry.Do(ctx, b, func(ctx context.Context) error {
		if err := db.PingContext(ctx); err != nil { // want `the limit of 30s is looked at only between attempts, and nothing limits \(\*sql.DB\).PingContext`
			return retry.RetryableError(err)
		}
		return nil
	})
}

func awakeLoop(ctx context.Context, db *sql.DB) error {
	begun := time.Now()
	for {
		err := db.PingContext(ctx) // want `the limit of 1m is looked at only between attempts`
		if err == nil || time.Since(begun) > time.Minute {
			return err
		}
		time.Sleep(time.Second)
	}
}

func awakeLimited(ctx context.Context, db *sql.DB) error {
	b := retry.WithMaxDuration(30*time.Second, retry.NewExponential(250*time.Millisecond))
	return retry.Do(ctx, b, func(ctx context.Context) error {
		ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
		defer cancel()
		return retry.RetryableError(db.PingContext(ctx))
	})
}

func awakeWhole(ctx context.Context, db *sql.DB) error {
	b := retry.WithMaxDuration(30*time.Second, retry.NewExponential(250*time.Millisecond))
	return retry.Do(ctx, b, func(ctx context.Context) error {
		return retry.RetryableError(db.PingContext(ctx))
	})
}

// One caller of two sets a limit.
func awakeSome(ctx context.Context, db *sql.DB) error {
	b := retry.WithMaxDuration(30*time.Second, retry.NewExponential(250*time.Millisecond))
	return retry.Do(ctx, b, func(ctx context.Context) error {
		return retry.RetryableError(db.PingContext(ctx))
	})
}

// Its callers are not in sight.
func Awake(ctx context.Context, db *sql.DB) error {
	b := retry.WithMaxDuration(30*time.Second, retry.NewExponential(250*time.Millisecond))
	return retry.Do(ctx, b, func(ctx context.Context) error {
		return retry.RetryableError(db.PingContext(ctx))
	})
}
