// Package bad lets one of several recorders write the weights of the hives: whoever holds the lease in the database.
// The lease lives for fifteen seconds, is renewed every five, and a renewal that hangs is given up after
// twelve: by the time it is made a second time the lease has run out and belongs to another recorder.
package bad

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	leaseTTL    = 15 * time.Second // OR retry-timeout
	renewEvery  = 5 * time.Second
	renewLimit  = 12 * time.Second // OR retry-timeout
	renewTries  = 3
	renewPause  = 300 * time.Millisecond
	takeOverSQL = `UPDATE leases SET owner = $2, until = now() + $3::interval
		WHERE name = $1 AND (owner = $2 OR until < now())`
)

// ErrLost is returned when another recorder may hold the lease.
var ErrLost = errors.New("lease lost")

// Lease is the right to write the weights of a yard.
type Lease struct {
	pool  *pgxpool.Pool
	yard  string
	owner string
	log   *slog.Logger
}

// New returns the lease of a yard, not yet taken.
func New(pool *pgxpool.Pool, yard, owner string, log *slog.Logger) *Lease {
	return &Lease{pool: pool, yard: yard, owner: owner, log: log}
}

// Hold takes the lease, runs work under it and renews it until work returns or the lease is lost.
func (l *Lease) Hold(ctx context.Context, work func(ctx context.Context) error) error {
	if err := l.renew(ctx); err != nil {
		return err
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	done := make(chan struct{})
	go func() {
		defer close(done)
		tick := time.NewTicker(renewEvery)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			if err := l.renew(ctx); err != nil {
				stop(err)
				return
			}
		}
	}()
	err := work(ctx)
	if cause := context.Cause(ctx); cause != nil && !errors.Is(err, cause) {
		err = errors.Join(err, cause)
	}
	stop(nil)
	<-done
	return err
}

// renew extends the lease; it is no harm when that happens twice.
func (l *Lease) renew(ctx context.Context) error {
	for try := 1; ; try++ { // OR retry-timeout
		err := l.once(ctx) // EXPECT retry-timeout
		if err == nil || errors.Is(err, ErrLost) {
			return err
		}
		if try == renewTries || ctx.Err() != nil {
			return fmt.Errorf("renew lease of %s: %w", l.yard, errors.Join(ErrLost, err))
		}
		l.log.Warn("lease not renewed", "yard", l.yard, "try", try, "err", err)
		select {
		case <-ctx.Done():
			return errors.Join(ctx.Err(), err)
		case <-time.After(renewPause + rand.N(renewPause)):
		}
	}
}

func (l *Lease) once(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, renewLimit) // OR retry-timeout
	defer cancel()
	tag, err := l.pool.Exec(ctx, takeOverSQL, l.yard, l.owner, leaseTTL)
	if err != nil {
		return err
	}
	if tag.RowsAffected() == 0 {
		return ErrLost
	}
	return nil
}
