// Package final marks the failure of an inner retry as the end of the outer one.
package final

import (
	"context"
	"database/sql"
	"time"

	"github.com/cenkalti/backoff/v4"
)

type store struct{ db *sql.DB }

func (s *store) ping(ctx context.Context) (err error) {
	for range 5 {
		if err = s.db.PingContext(ctx); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func (s *store) load(ctx context.Context) error {
	_, err := s.db.ExecContext(ctx, "REFRESH MATERIALIZED VIEW totals")
	return err
}

// What is repeated is the step before.
func (s *store) marked(ctx context.Context) error {
	return backoff.Retry(func() error {
		if err := s.load(ctx); err != nil {
			return err
		}
		if err := s.ping(ctx); err != nil {
			return backoff.Permanent(err)
		}
		return nil
	}, backoff.WithMaxRetries(backoff.NewExponentialBackOff(), 3))
}

// Only some of its failures are marked.
func (s *store) someMarked(ctx context.Context) error {
	return backoff.Retry(func() error {
		err := s.ping(ctx) // want `\(\*store\).ping → the loop tries up to 5 times`
		if err != nil {
			if ctx.Err() == nil {
				return err
			}
			return backoff.Permanent(err)
		}
		return nil
	}, backoff.WithMaxRetries(backoff.NewExponentialBackOff(), 3))
}
