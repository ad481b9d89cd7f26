// Package ok orders thimbles and repeats an order whose answer got lost. The row has an id that was
// drawn before the first attempt, and ON CONFLICT DO NOTHING leaves a row that is already
// there alone: repeating the INSERT cannot order twice.
package ok

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

const insert = `INSERT INTO orders (id, customer, pattern, pieces) VALUES ($1, $2, $3, $4)
	ON CONFLICT (id) DO NOTHING`

// Order is what a customer wants.
type Order struct {
	Customer string
	Pattern  string
	Pieces   int
}

// Desk takes orders.
type Desk struct {
	pool     *pgxpool.Pool
	tries    int
	pause    time.Duration
	tryLimit time.Duration
	log      *slog.Logger
}

// NewDesk returns a desk that tries four times.
func NewDesk(pool *pgxpool.Pool, log *slog.Logger) *Desk {
	return &Desk{pool: pool, tries: 4, pause: 100 * time.Millisecond, tryLimit: 2 * time.Second, log: log}
}

// Take stores an order and returns its id.
func (d *Desk) Take(ctx context.Context, o Order) (uuid.UUID, error) {
	id, err := uuid.NewV7()
	if err != nil {
		return uuid.Nil, fmt.Errorf("draw order id: %w", err)
	}
	for try := 1; ; try++ {
		err := d.insert(ctx, id, o)
		if err == nil {
			return id, nil
		}
		if try == d.tries || ctx.Err() != nil || refused(err) {
			return uuid.Nil, fmt.Errorf("order of %s: %w", o.Customer, err)
		}
		d.log.WarnContext(ctx, "order not stored", "order", id, "try", try, "err", err)
		timer := time.NewTimer(d.pause<<(try-1) + rand.N(d.pause))
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return uuid.Nil, errors.Join(ctx.Err(), err)
		}
	}
}

func (d *Desk) insert(ctx context.Context, id uuid.UUID, o Order) error {
	ctx, cancel := context.WithTimeout(ctx, d.tryLimit)
	defer cancel()
	_, err := d.pool.Exec(ctx, insert, id, o.Customer, o.Pattern, o.Pieces)
	return err
}

// refused reports whether the server looked at the statement and said no.
func refused(err error) bool {
	var no *pgconn.PgError
	return errors.As(err, &no)
}
