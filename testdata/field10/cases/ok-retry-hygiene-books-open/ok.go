// Package ok opens the database of a bookshop when its service starts.
// Attempts(0) means that retry-go goes on until it succeeds, which looks unbounded. It is right
// here: the context given to it ends after forty-five seconds, pings included, wrong
// credentials end the wait at once, and the last failure is part of the error.
package ok

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"strings"
	"time"

	"github.com/avast/retry-go/v4"
	"github.com/jackc/pgx/v5/pgconn"
	_ "github.com/jackc/pgx/v5/stdlib" // driver "pgx"
)

const (
	openLimit = 45 * time.Second
	pingLimit = 3 * time.Second
)

// Main opens the books and runs serve until it returns or the process is interrupted.
func Main(dsn string, log *slog.Logger, serve func(context.Context, *sql.DB) error) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	db, err := sql.Open("pgx", dsn)
	if err != nil {
		return fmt.Errorf("open books: %w", err)
	}
	db.SetMaxOpenConns(16)
	db.SetConnMaxLifetime(time.Hour)
	if err := await(ctx, db, log); err != nil {
		return errors.Join(fmt.Errorf("books not open: %w", err), db.Close())
	}
	return errors.Join(serve(ctx, db), db.Close())
}

// await returns when the server has answered.
func await(ctx context.Context, db *sql.DB, log *slog.Logger) error {
	ctx, cancel := context.WithTimeout(ctx, openLimit)
	defer cancel()
	return retry.Do(
		func() error {
			ctx, cancel := context.WithTimeout(ctx, pingLimit)
			defer cancel()
			return db.PingContext(ctx)
		},
		retry.Context(ctx),
		retry.Attempts(0),
		retry.Delay(200*time.Millisecond),
		retry.MaxDelay(4*time.Second),
		retry.MaxJitter(200*time.Millisecond),
		retry.RetryIf(func(err error) bool { return ctx.Err() == nil && starting(err) }),
		retry.WrapContextErrorWithLastError(true),
		retry.OnRetry(func(n uint, err error) { log.Info("books not open yet", "try", n+1, "err", err) }),
	)
}

// starting tells a server that is not up yet from one that refuses us.
func starting(err error) bool {
	var pg *pgconn.PgError
	if !errors.As(err, &pg) {
		return true
	}
	return pg.Code == "57P03" || strings.HasPrefix(pg.Code, "53") // starting up, short of resources
}
