// Package bad notes the skates that an ice rink hands out.
// The INSERT is repeated when the connection broke or the answer did not come in time. In both
// cases PostgreSQL may have stored the row already, and the guest is charged for two pairs.
package bad

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

const tryTimeout = 2 * time.Second

// Rental is a pair of skates handed out.
type Rental struct {
	Guest string
	Size  int
	Until time.Time
}

// Rentals stores rentals.
type Rentals struct {
	pool   *pgxpool.Pool
	tries  int
	budget time.Duration
	log    *slog.Logger
}

// NewRentals uses pool.
func NewRentals(pool *pgxpool.Pool, log *slog.Logger) *Rentals {
	return &Rentals{pool: pool, tries: 3, budget: 8 * time.Second, log: log}
}

// HandOut notes a rental.
func (r *Rentals) HandOut(ctx context.Context, rent Rental) error {
	ctx, cancel := context.WithTimeout(ctx, r.budget)
	defer cancel()
	for try := 1; ; try++ {
		err := r.insert(ctx, rent) // OR retry-effect
		if err == nil {
			return nil
		}
		if try == r.tries || ctx.Err() != nil || !broken(err) { // OR retry-effect
			return fmt.Errorf("hand out size %d to %s: %w", rent.Size, rent.Guest, err)
		}
		r.log.Warn("database connection broke", "guest", rent.Guest, "try", try, "err", err)
		select {
		case <-time.After(time.Duration(try)*100*time.Millisecond + rand.N(100*time.Millisecond)):
		case <-ctx.Done():
			return errors.Join(err, ctx.Err())
		}
	}
}

func (r *Rentals) insert(ctx context.Context, rent Rental) error {
	ctx, cancel := context.WithTimeout(ctx, tryTimeout)
	defer cancel()
	_, err := r.pool.Exec(ctx, // EXPECT retry-effect
		`INSERT INTO rentals (guest, size, until) VALUES ($1, $2, $3)`, // OR retry-effect
		rent.Guest, rent.Size, rent.Until)
	return err
}

// broken reports faults of the connection, as opposed to errors that the server has sent.
func broken(err error) bool {
	var op *net.OpError
	return errors.As(err, &op) || pgconn.Timeout(err) || errors.Is(err, io.ErrUnexpectedEOF)
}
