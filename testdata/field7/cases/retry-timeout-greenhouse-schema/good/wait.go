// Package good waits at the start of the greenhouse service until the database has the right schema.
// The whole wait is bounded by its policy, and each query by a limit of its own.
package good

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/sethvargo/go-retry"
)

const (
	wantSchema  = 41
	startBudget = 20 * time.Second
	queryLimit  = 3 * time.Second
)

// Run opens the pool, waits for the schema and then serves until the process is told to stop.
func Run(dsn string, log *slog.Logger, serve func(context.Context, *pgxpool.Pool) error) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	pool, err := pgxpool.New(ctx, dsn)
	if err != nil {
		return fmt.Errorf("greenhouse database: %w", err)
	}
	defer pool.Close()
	if err := waitForSchema(ctx, pool, log); err != nil {
		return err
	}
	return serve(ctx, pool)
}

func waitForSchema(ctx context.Context, pool *pgxpool.Pool, log *slog.Logger) error {
	policy := retry.NewExponential(250 * time.Millisecond)
	policy = retry.WithCappedDuration(2*time.Second, policy)
	policy = retry.WithJitterPercent(20, policy)
	policy = retry.WithMaxDuration(startBudget, policy)

	err := retry.Do(ctx, policy, func(ctx context.Context) error {
		have, err := schema(ctx, pool)
		switch {
		case denied(err):
			return err
		case err != nil:
			log.Info("database not ready", "err", err)
			return retry.RetryableError(err)
		case have < wantSchema:
			return retry.RetryableError(fmt.Errorf("schema is %d, not yet %d", have, wantSchema))
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("greenhouse database: %w", err)
	}
	return nil
}

func schema(ctx context.Context, pool *pgxpool.Pool) (int, error) {
	ctx, cancel := context.WithTimeout(ctx, queryLimit)
	defer cancel()
	var version int
	err := pool.QueryRow(ctx, `SELECT max(version) FROM schema_steps`).Scan(&version)
	return version, err
}

// denied reports errors that waiting does not cure, such as a wrong password.
func denied(err error) bool {
	var pe *pgconn.PgError
	return errors.As(err, &pe) && (strings.HasPrefix(pe.Code, "28") || pe.Code == "3D000")
}
