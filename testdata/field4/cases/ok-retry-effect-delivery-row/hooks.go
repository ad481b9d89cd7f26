// Package hooks stores the webhooks that arrive from the shipping company.
package hooks

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"time"

	"github.com/jmoiron/sqlx"
)

// Delivery is one webhook; ID is the sender's.
type Delivery struct {
	ID       string    `db:"id"`
	Parcel   string    `db:"parcel"`
	Status   string    `db:"status"`
	Received time.Time `db:"received_at"`
}

// Inbox keeps deliveries.
type Inbox struct {
	db *sqlx.DB
}

// New returns an Inbox on db.
func New(db *sqlx.DB) *Inbox { return &Inbox{db: db} }

const insert = `
INSERT INTO deliveries (id, parcel, status, received_at)
VALUES (:id, :parcel, :status, :received_at)
ON CONFLICT (id) DO NOTHING`

// Store writes a delivery.
func (i *Inbox) Store(ctx context.Context, d Delivery) error {
	ctx, cancel := context.WithTimeout(ctx, 9*time.Second)
	defer cancel()
	for try := 1; ; try++ {
		err := i.insert(ctx, d)
		switch {
		case err == nil:
			return nil
		case try == 4 || ctx.Err() != nil || !connectionLost(err):
			return fmt.Errorf("store delivery %s: %w", d.ID, err)
		}
		if err := sleep(ctx, 80*time.Millisecond<<try); err != nil {
			return fmt.Errorf("store delivery %s: %w", d.ID, err)
		}
	}
}

func (i *Inbox) insert(ctx context.Context, d Delivery) error {
	ctx, cancel := context.WithTimeout(ctx, 1500*time.Millisecond)
	defer cancel()
	_, err := i.db.NamedExecContext(ctx, insert, d)
	return err
}

func connectionLost(err error) bool {
	var op *net.OpError
	return errors.Is(err, driver.ErrBadConn) || errors.Is(err, context.DeadlineExceeded) || errors.As(err, &op)
}

func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d + rand.N(d/2))
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}
