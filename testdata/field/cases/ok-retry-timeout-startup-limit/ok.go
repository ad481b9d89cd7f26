// Package ok waits at start-up for the schema of its database to be migrated by somebody else.
// It is right although the elapsed time is looked at only between attempts: a context with the same limit
// goes into each query, and a query has a shorter one of its own.
package ok

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/cenkalti/backoff/v4"
)

// ErrOld means that the schema is older than the program.
var ErrOld = errors.New("schema is not migrated yet")

// Schema checks the version of a database's schema.
type Schema struct {
	db   *sql.DB
	want int
	log  *slog.Logger
}

// Await returns when the schema is at least as new as the program wants it.
func (s *Schema) Await(ctx context.Context, limit time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	bo := backoff.NewExponentialBackOff(
		backoff.WithInitialInterval(time.Second),
		backoff.WithMaxInterval(10*time.Second),
		backoff.WithMaxElapsedTime(limit),
	)
	check := func() error {
		qctx, done := context.WithTimeout(ctx, 3*time.Second)
		defer done()
		v, err := s.version(qctx)
		if err != nil {
			return err
		}
		if v < s.want {
			return fmt.Errorf("%w: version %d of %d", ErrOld, v, s.want)
		}
		return nil
	}
	note := func(err error, next time.Duration) { s.log.Info("waiting for the schema", "err", err, "next", next) }
	if err := backoff.RetryNotify(check, backoff.WithContext(bo, ctx), note); err != nil {
		return fmt.Errorf("after %s: %w", limit, err)
	}
	return nil
}

func (s *Schema) version(ctx context.Context) (int, error) {
	var v int
	err := s.db.QueryRowContext(ctx, `SELECT COALESCE(max(version), 0) FROM migrations`).Scan(&v)
	return v, err
}
