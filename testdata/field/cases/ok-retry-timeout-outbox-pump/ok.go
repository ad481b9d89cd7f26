// Package ok pumps the outbox of a service into a message broker, from start to end.
// It is right although the loop never gives up and has no budget: nobody waits for it, each delivery has
// its own timeout, and the context of the service ends it.
package ok

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

const (
	sendLimit = 5 * time.Second
	firstWait = 200 * time.Millisecond
	mostWait  = 30 * time.Second
)

// Pump moves rows to the broker.
type Pump struct {
	db  *sql.DB
	js  jetstream.JetStream
	log *slog.Logger
}

// Run pumps until ctx ends.
func (p *Pump) Run(ctx context.Context) error {
	wait := firstWait
	for {
		n, err := p.batch(ctx)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			p.log.Error("outbox is stuck", "sent", n, "wait", wait, "err", err)
		case n > 0:
			wait = firstWait
			continue
		default:
			wait = firstWait
		}
		t := time.NewTimer(wait/2 + rand.N(wait))
		select {
		case <-ctx.Done():
			t.Stop()
			return ctx.Err()
		case <-t.C:
		}
		if err != nil {
			wait = min(2*wait, mostWait)
		}
	}
}

// batch sends what is due and returns how many rows it sent.
func (p *Pump) batch(ctx context.Context) (n int, err error) {
	for n < 100 {
		var id, subject string
		var data []byte
		row := p.db.QueryRowContext(ctx, `SELECT id, subject, data FROM outbox WHERE sent_at IS NULL ORDER BY id LIMIT 1`)
		err := row.Scan(&id, &subject, &data)
		if errors.Is(err, sql.ErrNoRows) {
			return n, nil
		}
		if err != nil {
			return n, fmt.Errorf("read outbox: %w", err)
		}
		if err := p.send(ctx, id, subject, data); err != nil {
			return n, fmt.Errorf("send %s: %w", id, err)
		}
		if _, err := p.db.ExecContext(ctx, `UPDATE outbox SET sent_at = now() WHERE id = $1`, id); err != nil {
			return n, fmt.Errorf("mark %s: %w", id, err)
		}
		n++
	}
	return n, nil
}

func (p *Pump) send(ctx context.Context, id, subject string, data []byte) error {
	ctx, cancel := context.WithTimeout(ctx, sendLimit)
	defer cancel()
	_, err := p.js.Publish(ctx, subject, data, jetstream.WithMsgID(id))
	return err
}
