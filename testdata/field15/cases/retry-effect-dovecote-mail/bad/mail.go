// Package mail sends letters by pigeon: it books a pigeon and tells the loft keeper.
package mail

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	amqp "github.com/rabbitmq/amqp091-go"
)

const (
	sendBudget = 20 * time.Second
	txTries    = 5
)

// ErrNoPigeon says that no pigeon for the town is at home.
var ErrNoPigeon = errors.New("no pigeon at home")

// Letter goes to a town.
type Letter struct {
	ID   string `json:"id"`
	Town string `json:"town"`
	Text string `json:"text"`
}

// Dovecote sends letters.
type Dovecote struct {
	pool *pgxpool.Pool
	ch   *amqp.Channel
}

// Send books a pigeon for the letter and returns its ring number.
func (d *Dovecote) Send(ctx context.Context, l Letter) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, sendBudget)
	defer cancel()

	var ring string
	err := d.inTx(ctx, func(tx pgx.Tx) error { // OR retry-effect
		err := tx.QueryRow(ctx, `
UPDATE pigeon SET flies_with = $1 WHERE ring = (
	SELECT ring FROM pigeon WHERE town = $2 AND flies_with IS NULL ORDER BY rested DESC LIMIT 1
) RETURNING ring`, l.ID, l.Town).Scan(&ring)
		if errors.Is(err, pgx.ErrNoRows) {
			return ErrNoPigeon
		}
		if err != nil {
			return fmt.Errorf("book pigeon: %w", err)
		}
		return d.tellKeeper(ctx, tx, ring, l) // EXPECT retry-effect
	})
	if err != nil {
		return "", fmt.Errorf("send letter %s: %w", l.ID, err)
	}
	return ring, nil
}

// tellKeeper orders the keeper to let the pigeon fly.
func (d *Dovecote) tellKeeper(ctx context.Context, tx pgx.Tx, ring string, l Letter) error {
	body, err := json.Marshal(map[string]any{"ring": ring, "letter": l})
	if err != nil {
		return fmt.Errorf("encode order: %w", err)
	}
	if _, err := tx.Exec(ctx, `INSERT INTO flight (ring, letter) VALUES ($1, $2)`, ring, l.ID); err != nil {
		return fmt.Errorf("log flight: %w", err)
	}
	msg := amqp.Publishing{ContentType: "application/json", DeliveryMode: amqp.Persistent, Body: body}
	return d.ch.PublishWithContext(ctx, "loft", "fly", false, false, msg) // OR retry-effect
}

// inTx runs fn in a serializable transaction, again after a conflict.
func (d *Dovecote) inTx(ctx context.Context, fn func(pgx.Tx) error) error {
	for n := 1; ; n++ {
		err := pgx.BeginTxFunc(ctx, d.pool, pgx.TxOptions{IsoLevel: pgx.Serializable}, fn)
		var pg *pgconn.PgError
		if err == nil || n == txTries || !errors.As(err, &pg) || pg.Code != "40001" {
			return err
		}
		select {
		case <-time.After(time.Duration(n)*10*time.Millisecond + rand.N(20*time.Millisecond)):
		case <-ctx.Done():
			return errors.Join(err, ctx.Err())
		}
	}
}
