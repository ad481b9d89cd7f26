// Package good credits farmers with water from messages. The message's id is stored with the
// raise, in one transaction, and a message that was seen raises nothing.
package good

import (
	"context"
	"database/sql"
	"encoding/json"
	"log/slog"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Credit is a message.
type Credit struct {
	ID     string  `json:"id"`
	Farmer string  `json:"farmer"`
	Litres float64 `json:"litres"`
}

// Valve lets water through up to the balance; telling it twice is harmless.
type Valve func(ctx context.Context, farmer string) error

// Accounts keeps balances.
type Accounts struct {
	db    *sql.DB
	valve Valve
	log   *slog.Logger
}

// Handle takes a message. It is redelivered after Nak.
func (a *Accounts) Handle(ctx context.Context) jetstream.MessageHandler {
	return func(msg jetstream.Msg) {
		ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
		defer cancel()
		var c Credit
		if err := json.Unmarshal(msg.Data(), &c); err != nil {
			_ = msg.Term()
			return
		}
		if err := a.credit(ctx, c); err != nil {
			a.log.Warn("credit", "farmer", c.Farmer, "err", err)
			_ = msg.NakWithDelay(10 * time.Second)
			return
		}
		_ = msg.Ack()
	}
}

func (a *Accounts) credit(ctx context.Context, c Credit) error {
	tx, err := a.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	res, err := tx.ExecContext(ctx, `INSERT INTO seen (id) VALUES ($1) ON CONFLICT DO NOTHING`, c.ID)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil {
		return err
	} else if n == 1 {
		if _, err := tx.ExecContext(ctx, `UPDATE account SET litres = litres + $2 WHERE farmer = $1`, c.Farmer, c.Litres); err != nil {
			return err
		}
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	return a.valve(ctx, c.Farmer)
}
