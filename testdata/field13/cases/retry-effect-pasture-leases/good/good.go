// Package good leases pastures in CockroachDB and tells the herders over NATS. The message goes
// out once, after ExecuteTx has committed.
package good

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/cockroachdb/cockroach-go/v2/crdb"
	"github.com/nats-io/nats.go"
)

// ErrTaken is returned for a pasture that is leased already.
var ErrTaken = errors.New("pasture is taken")

const leaseLimit = 20 * time.Second

// Lease is an agreement over a pasture.
type Lease struct {
	Pasture int64     `json:"pasture"`
	Herder  string    `json:"herder"`
	Until   time.Time `json:"until"`
}

// Office makes leases.
type Office struct {
	db   *sql.DB
	conn *nats.Conn
}

// Grant stores a lease and announces it.
func (o *Office) Grant(ctx context.Context, l Lease) error {
	ctx, cancel := context.WithTimeout(ctx, leaseLimit)
	defer cancel()
	err := crdb.ExecuteTx(ctx, o.db, nil, func(tx *sql.Tx) error {
		var running int
		const q = `SELECT count(*) FROM leases WHERE pasture = $1 AND until > now()`
		if err := tx.QueryRowContext(ctx, q, l.Pasture).Scan(&running); err != nil {
			return fmt.Errorf("look up leases: %w", err)
		}
		if running > 0 {
			return ErrTaken
		}
		const ins = `INSERT INTO leases (pasture, herder, until) VALUES ($1, $2, $3)`
		if _, err := tx.ExecContext(ctx, ins, l.Pasture, l.Herder, l.Until); err != nil {
			return fmt.Errorf("store lease: %w", err)
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("lease of pasture %d: %w", l.Pasture, err)
	}
	return o.announce(l)
}

// announce hands the message to the connection, which does not wait for the network.
func (o *Office) announce(l Lease) error {
	raw, err := json.Marshal(l)
	if err != nil {
		return fmt.Errorf("encode lease: %w", err)
	}
	if err := o.conn.Publish(fmt.Sprintf("pastures.%d.leased", l.Pasture), raw); err != nil {
		return fmt.Errorf("announce lease: %w", err)
	}
	return nil
}
