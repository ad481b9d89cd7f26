// Package good notes the skates that an ice rink hands out.
// A rental has an ID before it is stored. When the connection breaks, the INSERT is repeated
// with the same ID and does nothing if the row is there already.
package good

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

const tryTimeout = 2 * time.Second

// Rental is a pair of skates handed out.
type Rental struct {
	ID    uuid.UUID
	Guest string
	Size  int
	Until time.Time
}

// NewRental returns a rental that can be stored any number of times and counts once.
func NewRental(guest string, size int, until time.Time) Rental {
	return Rental{ID: uuid.New(), Guest: guest, Size: size, Until: until}
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
		err := r.insert(ctx, rent)
		if err == nil {
			return nil
		}
		if try == r.tries || ctx.Err() != nil || !broken(err) {
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
	_, err := r.pool.Exec(ctx,
		`INSERT INTO rentals (id, guest, size, until) VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO NOTHING`,
		rent.ID, rent.Guest, rent.Size, rent.Until)
	return err
}

// broken reports faults of the connection, as opposed to errors that the server has sent.
func broken(err error) bool {
	var op *net.OpError
	return errors.As(err, &op) || pgconn.Timeout(err) || errors.Is(err, io.ErrUnexpectedEOF)
}
