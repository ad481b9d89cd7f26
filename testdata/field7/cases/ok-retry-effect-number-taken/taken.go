// Package ok registers beehives under numbers that it draws itself.
// It is right although an INSERT is repeated after lost connections: the number is drawn before
// the loop, it is the primary key, and a conflict on it in a later attempt means that an earlier
// one had arrived.
package ok

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Register stores beehives.
type Register struct {
	pool  *pgxpool.Pool
	tries int
	limit time.Duration // of one attempt
}

// New uses pool.
func New(pool *pgxpool.Pool) *Register {
	return &Register{pool: pool, tries: 4, limit: 2 * time.Second}
}

// Add registers a hive and returns its number.
func (r *Register) Add(ctx context.Context, keeper, place string) (uuid.UUID, error) {
	number := uuid.New()
	wait := 100 * time.Millisecond
	for n := 1; ; n++ {
		err := r.insert(ctx, number, keeper, place)
		switch {
		case err == nil:
			return number, nil
		case n > 1 && taken(err): // by ourselves
			return number, nil
		case !unknown(err) || n == r.tries || ctx.Err() != nil:
			return uuid.Nil, fmt.Errorf("register hive: %w", err)
		}
		t := time.NewTimer(wait + rand.N(wait))
		select {
		case <-t.C:
		case <-ctx.Done():
			t.Stop()
			return uuid.Nil, fmt.Errorf("register hive: %w", errors.Join(err, ctx.Err()))
		}
		wait *= 2
	}
}

func (r *Register) insert(ctx context.Context, number uuid.UUID, keeper, place string) error {
	ctx, cancel := context.WithTimeout(ctx, r.limit)
	defer cancel()
	_, err := r.pool.Exec(ctx, `INSERT INTO hive (number, keeper, place) VALUES (@number, @keeper, @place)`,
		pgx.NamedArgs{"number": number, "keeper": keeper, "place": place})
	return err
}

// taken reports whether the number is there already.
func taken(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && pg.Code == "23505" && pg.ConstraintName == "hive_pkey"
}

// unknown reports whether the database gave no answer.
func unknown(err error) bool {
	var pg *pgconn.PgError
	return !errors.As(err, &pg)
}
