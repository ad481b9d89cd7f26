// Package bad credits farmers with water from messages. The balance is raised first, and then a
// valve is told; when the valve is away the message is turned back and comes again, and the
// balance is raised again.
package bad

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
		if err := a.credit(ctx, c); err != nil { // OR retry-effect
			a.log.Warn("credit", "farmer", c.Farmer, "err", err)
			_ = msg.NakWithDelay(10 * time.Second) // OR retry-effect
			return
		}
		_ = msg.Ack()
	}
}

func (a *Accounts) credit(ctx context.Context, c Credit) error {
	_, err := a.db.ExecContext(ctx, `UPDATE account SET litres = litres + $2 WHERE farmer = $1`, c.Farmer, c.Litres) // EXPECT retry-effect
	if err != nil {
		return err
	}
	return a.valve(ctx, c.Farmer) // OR retry-effect
}
