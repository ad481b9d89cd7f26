// Package ok waits for the database when a service starts.
package ok

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/signal"
	"syscall"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib"
)

const (
	startWithin = 45 * time.Second
	pingWithin  = 2 * time.Second
)

// Service is the program after its start.
type Service interface {
	Run(ctx context.Context, db *sql.DB) error
}

// Main runs the service until it fails or a signal arrives.
func Main(svc Service, dsn string, log *slog.Logger) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	db, err := sql.Open("pgx", dsn)
	if err != nil {
		return err
	}
	defer db.Close()
	if err := ready(ctx, db, log); err != nil {
		return fmt.Errorf("database: %w", err)
	}
	return svc.Run(ctx, db)
}

// ready pings until the database answers; a container may start long before its database.
func ready(ctx context.Context, db *sql.DB, log *slog.Logger) error {
	ctx, cancel := context.WithTimeout(ctx, startWithin)
	defer cancel()
	wait := 250 * time.Millisecond
	for {
		err := ping(ctx, db)
		if err == nil {
			return nil
		}
		log.Info("database not ready", "err", err)
		select {
		case <-time.After(wait + rand.N(wait/2)):
			wait = min(2*wait, 4*time.Second)
		case <-ctx.Done():
			return errors.Join(ctx.Err(), err)
		}
	}
}

func ping(ctx context.Context, db *sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, pingWithin)
	defer cancel()
	return db.PingContext(ctx)
}
