// Package taken makes what is told apart when it is made once more.
package taken

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/go-resty/resty/v2"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgconn"
)

type store struct{ db *sql.DB }

const insert = `INSERT INTO hive (keeper, cents) VALUES ($1, $2)`

// ours: that the row is there tells that an attempt before has arrived.
func (s *store) ours(ctx context.Context, keeper string) error {
	for n := 1; ; n++ {
		_, err := s.db.ExecContext(ctx, insert, keeper, 1)
		switch {
		case err == nil, n > 1 && taken(err):
			return nil
		case n == 4:
			return err
		}
		time.Sleep(time.Second)
	}
}

// inside tells it in the operation.
func (s *store) inside(ctx context.Context, keeper string) error {
	var err error
	for range 4 {
		if err = s.put(ctx, keeper); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func (s *store) put(ctx context.Context, keeper string) error {
	_, err := s.db.ExecContext(ctx, insert, keeper, 1)
	if !taken(err) {
		return err
	}
	return nil
}

// blind looks for another error.
func (s *store) blind(ctx context.Context, keeper string) error {
	for n := 1; ; n++ {
		_, err := s.db.ExecContext(ctx, insert, keeper, 1) // want `INSERT INTO hive, which inserts a row, is repeated by the loop`
		switch {
		case err == nil:
			return nil
		case n == 4, missing(err):
			return err
		}
		time.Sleep(time.Second)
	}
}

func taken(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && pg.Code == "23505"
}

func missing(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && pg.Code == "23503"
}

// kept leaves the key of the first attempt alone.
func kept() error {
	rc := resty.New().SetRetryCount(3)
	rc.OnBeforeRequest(func(_ *resty.Client, r *resty.Request) error {
		if r.Header.Get("Idempotency-Key") == "" {
			r.SetHeader("Idempotency-Key", uuid.NewString())
		}
		return nil
	})
	_, err := rc.R().SetBody("x").Post("/cards")
	return err
}
