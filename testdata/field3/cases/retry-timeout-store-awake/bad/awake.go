// Package bad waits at start-up until the shop's database is awake.
// Half a minute is the limit, but it is only looked at between tries. A ping to a host that drops
// packets hangs for minutes, under a context without an end.
package bad

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"os"
	"os/signal"
	"time"

	"github.com/sethvargo/go-retry"
)

const patience = 30 * time.Second

// Open returns a database that has answered.
func Open(driver, dsn string, log *slog.Logger) (*sql.DB, error) {
	db, err := sql.Open(driver, dsn)
	if err != nil {
		return nil, err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := awake(ctx, db, log); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

func awake(ctx context.Context, db *sql.DB, log *slog.Logger) error {
	b := retry.NewExponential(250 * time.Millisecond)
	b = retry.WithCappedDuration(4*time.Second, b)
	b = retry.WithJitter(100*time.Millisecond, b)
	b = retry.WithMaxDuration(patience, b)                    // OR retry-timeout
	return retry.Do(ctx, b, func(ctx context.Context) error { // OR retry-timeout
		if err := db.PingContext(ctx); err != nil { // EXPECT retry-timeout
			log.Info("database not awake yet", "err", err)
			return retry.RetryableError(err)
		}
		return nil
	})
}
