// Package ok confirms shop orders.
// It is right although the confirmed function sends mail: the function that ExecuteTx may run again only reads
// and writes through the transaction and assigns what it found, and the mail goes out once, after the commit.
package ok

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/cockroachdb/cockroach-go/v2/crdb"
)

// ErrState means that an order cannot be confirmed.
var ErrState = errors.New("order is not open")

// Mailer queues mail.
type Mailer interface {
	Queue(ctx context.Context, to, subject, text string) error
}

// Orders confirms orders.
type Orders struct {
	db   *sql.DB
	mail Mailer
}

type confirmation struct {
	to    string
	lines int
	cents int64
}

// Confirm confirms an order and tells the customer.
func (o *Orders) Confirm(ctx context.Context, order int64) error {
	ctx, cancel := context.WithTimeout(ctx, 15*time.Second)
	defer cancel()
	var conf confirmation
	runs := 0
	err := crdb.ExecuteTx(ctx, o.db, nil, func(tx *sql.Tx) error {
		runs++
		c, err := read(ctx, tx, order)
		if err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `UPDATE orders SET state = 'confirmed', cents = $2 WHERE id = $1`, order, c.cents); err != nil {
			return err
		}
		conf = c
		return nil
	})
	if err != nil {
		return fmt.Errorf("confirm order %d in %d runs: %w", order, runs, err)
	}
	text := fmt.Sprintf("Your %d items cost %d.%02d.", conf.lines, conf.cents/100, conf.cents%100)
	return o.mail.Queue(ctx, conf.to, fmt.Sprintf("Order %d", order), text)
}

func read(ctx context.Context, tx *sql.Tx, order int64) (c confirmation, err error) {
	var state string
	row := tx.QueryRowContext(ctx, `SELECT email, state FROM orders WHERE id = $1`, order)
	if err := row.Scan(&c.to, &state); err != nil {
		return c, err
	}
	if state != "open" {
		return c, ErrState
	}
	rows, err := tx.QueryContext(ctx, `SELECT cents FROM lines WHERE order_id = $1`, order)
	if err != nil {
		return c, err
	}
	defer rows.Close()
	for rows.Next() {
		var cents int64
		if err := rows.Scan(&cents); err != nil {
			return c, err
		}
		c.lines++
		c.cents += cents
	}
	return c, rows.Err()
}
