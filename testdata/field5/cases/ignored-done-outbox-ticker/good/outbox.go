// Package outbox publishes the events that other transactions have put into a table.
package outbox

import (
	"context"
	"log/slog"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/nats-io/nats.go/jetstream"
)

const claim = `
	UPDATE outbox SET claimed_until = now() + interval '1 minute'
	WHERE id IN (SELECT id FROM outbox WHERE claimed_until < now() ORDER BY id LIMIT 100 FOR UPDATE SKIP LOCKED)
	RETURNING id, subject, payload`

// Relay moves events from the table to the stream.
type Relay struct {
	pool  *pgxpool.Pool
	js    jetstream.JetStream
	every time.Duration
	kick  chan struct{}
	log   *slog.Logger
}

// NewRelay returns a relay that looks into the table at every tick.
func NewRelay(pool *pgxpool.Pool, js jetstream.JetStream, every time.Duration, log *slog.Logger) *Relay {
	return &Relay{pool: pool, js: js, every: every, kick: make(chan struct{}, 1), log: log}
}

// Kick makes the relay look at once.
func (r *Relay) Kick() {
	select {
	case r.kick <- struct{}{}:
	default:
	}
}

// Run relays until ctx ends.
func (r *Relay) Run(ctx context.Context) {
	ticker := time.NewTicker(r.every)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
		case <-r.kick:
		case <-ctx.Done():
			return
		}
		if err := r.relay(ctx); err != nil {
			r.log.ErrorContext(ctx, "relay", "err", err)
		}
	}
}

type event struct {
	id      int64
	subject string
	payload []byte
}

func (r *Relay) relay(ctx context.Context) error {
	rows, err := r.pool.Query(ctx, claim)
	if err != nil {
		return err
	}
	defer rows.Close()
	var events []event
	for rows.Next() {
		var e event
		if err := rows.Scan(&e.id, &e.subject, &e.payload); err != nil {
			return err
		}
		events = append(events, e)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	for _, e := range events {
		if _, err := r.js.Publish(ctx, e.subject, e.payload, jetstream.WithMsgID(strconv.FormatInt(e.id, 10))); err != nil {
			return err
		}
		if _, err := r.pool.Exec(ctx, `DELETE FROM outbox WHERE id = $1`, e.id); err != nil {
			return err
		}
	}
	return nil
}
