// Package ok takes orders for theatre tickets. The transaction writes order and outbox and is over before the
// box office is called, which stands right after the commit. A relay sends again what that call did
// not get through.
package ok

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"
)

// Order is a number of seats.
type Order struct {
	ID    int64  `json:"id"`
	Play  string `json:"play"`
	Seats int    `json:"seats"`
}

// ErrSoldOut is returned when there are not enough seats.
var ErrSoldOut = errors.New("sold out")

// Desk takes orders.
type Desk struct {
	db     *sql.DB
	office string
	hc     *http.Client
	log    *slog.Logger
}

// NewDesk returns a desk that tells the box office at the given address.
func NewDesk(db *sql.DB, office string, log *slog.Logger) *Desk {
	return &Desk{db: db, office: office, hc: &http.Client{Timeout: 2 * time.Second}, log: log}
}

// Take takes an order.
func (d *Desk) Take(ctx context.Context, o Order) (*Order, error) {
	if err := d.inTx(ctx, func(tx *sql.Tx) error { return d.write(ctx, tx, &o) }); err != nil {
		return nil, fmt.Errorf("order for %s: %w", o.Play, err)
	}
	if err := d.tell(ctx, o); err != nil {
		d.log.InfoContext(ctx, "left to the relay", "order", o.ID, "err", err)
	}
	return &o, nil
}

func (d *Desk) inTx(ctx context.Context, fn func(*sql.Tx) error) error {
	tx, err := d.db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	defer tx.Rollback()
	if err := fn(tx); err != nil {
		return err
	}
	return tx.Commit()
}

func (d *Desk) write(ctx context.Context, tx *sql.Tx, o *Order) error {
	res, err := tx.ExecContext(ctx, `UPDATE plays SET free = free - $1 WHERE title = $2 AND free >= $1`, o.Seats, o.Play)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, ErrSoldOut)
	}
	err = tx.QueryRowContext(ctx, `INSERT INTO orders (play, seats) VALUES ($1, $2) RETURNING id`, o.Play, o.Seats).Scan(&o.ID)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO outbox (order_id) VALUES ($1)`, o.ID)
	return err
}

// tell is idempotent by the order's id.
func (d *Desk) tell(ctx context.Context, o Order) error {
	body, err := json.Marshal(o)
	if err != nil {
		return err
	}
	at := fmt.Sprintf("%s/orders/%d", d.office, o.ID)
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, at, bytes.NewReader(body))
	if err != nil {
		return err
	}
	resp, err := d.hc.Do(req)
	if err != nil {
		return err
	}
	resp.Body.Close()
	if resp.StatusCode >= http.StatusBadRequest {
		return fmt.Errorf("status %d", resp.StatusCode)
	}
	if _, err := d.db.ExecContext(ctx, `DELETE FROM outbox WHERE order_id = $1`, o.ID); err != nil {
		return fmt.Errorf("clear outbox: %w", err)
	}
	return nil
}
