// Package good transfers deeds in serializable transactions. A transaction that lost against
// another one is run again after a growing pause, a limited number of times.
package good

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// ErrNotOwner is returned when the seller does not own the parcel.
var ErrNotOwner = errors.New("seller is not the owner")

const (
	maxPause = time.Second
	maxTries = 10
)

// Registry knows who owns what.
type Registry struct {
	pool *pgxpool.Pool
}

// Transfer makes buyer the owner of a parcel.
func (r *Registry) Transfer(ctx context.Context, parcel int64, seller, buyer string) error {
	err := r.serializable(ctx, func(ctx context.Context, tx pgx.Tx) error {
		var owner string
		if err := tx.QueryRow(ctx, `SELECT owner FROM deeds WHERE parcel = $1`, parcel).Scan(&owner); err != nil {
			return fmt.Errorf("read deed: %w", err)
		}
		if owner != seller {
			return ErrNotOwner
		}
		_, err := tx.Exec(ctx, `UPDATE deeds SET owner = $2, since = now() WHERE parcel = $1`, parcel, buyer)
		return err
	})
	if err != nil {
		return fmt.Errorf("transfer parcel %d: %w", parcel, err)
	}
	return nil
}

func (r *Registry) serializable(ctx context.Context, fn func(context.Context, pgx.Tx) error) error {
	opts := pgx.TxOptions{IsoLevel: pgx.Serializable}
	pause := 5 * time.Millisecond
	for try := 1; ; try++ {
		err := pgx.BeginTxFunc(ctx, r.pool, opts, func(tx pgx.Tx) error { return fn(ctx, tx) })
		if try == maxTries || !lostRace(err) {
			return err
		}
		select {
		case <-time.After(pause/2 + rand.N(pause)):
		case <-ctx.Done():
			return errors.Join(ctx.Err(), err)
		}
		pause = min(2*pause, maxPause)
	}
}

// lostRace reports a serialization failure or a deadlock; nothing was stored then.
func lostRace(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && (pg.Code == "40001" || pg.Code == "40P01")
}
