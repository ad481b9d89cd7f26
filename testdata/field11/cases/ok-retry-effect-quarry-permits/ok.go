// Package ok stores blasting permits of quarries in PostgreSQL.
// It is right although a plain INSERT is repeated after a lost connection: the permit brings its own
// number, the primary key. A duplicate on a later try says that an earlier one was carried out; on the
// first try it is the error of the caller and reported as such.
package ok

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	uniqueViolation = "23505"
	permitKey       = "permits_pkey"
	storeTries      = 4
	storeBudget     = 15 * time.Second
)

// ErrExists says that the number was given away before.
var ErrExists = errors.New("permit number is in use")

// Permit allows one blast. Its number is unique in the country.
type Permit struct {
	Number string
	Quarry string
	Day    time.Time
	Kilos  int
}

// Permits stores permits.
type Permits struct {
	pool *pgxpool.Pool
	log  *slog.Logger
}

// NewPermits uses pool.
func NewPermits(pool *pgxpool.Pool, log *slog.Logger) *Permits {
	return &Permits{pool: pool, log: log}
}

// Grant stores a new permit.
func (s *Permits) Grant(ctx context.Context, p Permit) error {
	ctx, cancel := context.WithTimeout(ctx, storeBudget)
	defer cancel()
	uncertain := false // an earlier try may have stored the permit
	for n := 1; ; n++ {
		_, err := s.pool.Exec(ctx,
			`INSERT INTO permits (number, quarry, day, kilos) VALUES ($1, $2, $3, $4)`,
			p.Number, p.Quarry, p.Day, p.Kilos)
		switch {
		case err == nil, uncertain && duplicate(err):
			return nil
		case duplicate(err):
			return fmt.Errorf("grant permit %s: %w", p.Number, ErrExists)
		case n == storeTries, ctx.Err() != nil, !broken(err):
			return fmt.Errorf("grant permit %s: %w", p.Number, err)
		}
		uncertain = uncertain || !pgconn.SafeToRetry(err)
		s.log.Warn("connection lost", "permit", p.Number, "try", n, "err", err)
		select {
		case <-time.After(100*time.Millisecond<<n + rand.N(100*time.Millisecond)):
		case <-ctx.Done():
			return errors.Join(err, ctx.Err())
		}
	}
}

func duplicate(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && pg.Code == uniqueViolation && pg.ConstraintName == permitKey
}

func broken(err error) bool {
	var op *net.OpError
	return errors.As(err, &op) || pgconn.SafeToRetry(err)
}
