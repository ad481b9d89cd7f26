// Package good stores the weighing tickets of a grain silo from Kafka, batch by batch.
// Only the saving, which can be done twice, is repeated; the unreadable tickets are shelved
// once, when the rest of the batch is in the store.
package good

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/segmentio/kafka-go"
)

// ErrDown says that the store cannot be reached now.
var ErrDown = errors.New("store is down")

// Ticket is one weighing.
type Ticket struct {
	ID   string `json:"id"`
	Kilo int    `json:"kilo"`
}

// Store keeps tickets by ID; to save one twice changes nothing.
type Store interface {
	Save(ctx context.Context, t Ticket) error
}

// Intake reads tickets.
type Intake struct {
	reader *kafka.Reader
	shelf  *kafka.Writer
	store  Store
	batch  int
	gather time.Duration
	rounds int
	log    *slog.Logger
}

// Run works until ctx ends or a batch fails for good.
func (i *Intake) Run(ctx context.Context) error {
	for {
		msgs, err := i.collect(ctx)
		if err != nil {
			return fmt.Errorf("read tickets: %w", err)
		}
		tickets, unreadable := i.sort(ctx, msgs)
		if err := i.settle(ctx, tickets); err != nil {
			return fmt.Errorf("settle %d tickets: %w", len(tickets), err)
		}
		if err := i.shelf.WriteMessages(ctx, unreadable...); err != nil {
			return fmt.Errorf("shelve %d tickets: %w", len(unreadable), err)
		}
		if err := i.reader.CommitMessages(ctx, msgs...); err != nil {
			return fmt.Errorf("commit: %w", err)
		}
	}
}

// collect waits for one message and takes along what follows shortly after.
func (i *Intake) collect(ctx context.Context) ([]kafka.Message, error) {
	first, err := i.reader.FetchMessage(ctx)
	if err != nil {
		return nil, err
	}
	msgs := []kafka.Message{first}
	soon, cancel := context.WithTimeout(ctx, i.gather)
	defer cancel()
	for len(msgs) < i.batch {
		m, err := i.reader.FetchMessage(soon)
		if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
			break
		}
		if err != nil {
			return nil, err
		}
		msgs = append(msgs, m)
	}
	return msgs, nil
}

// settle saves the tickets, again if the store was down.
func (i *Intake) settle(ctx context.Context, tickets []Ticket) error {
	wait := 500 * time.Millisecond
	for n := 1; ; n++ {
		err := i.save(ctx, tickets)
		if !errors.Is(err, ErrDown) || n == i.rounds {
			return err
		}
		i.log.WarnContext(ctx, "store is down", "round", n)
		t := time.NewTimer(wait + rand.N(wait))
		select {
		case <-t.C:
		case <-ctx.Done():
			t.Stop()
			return errors.Join(err, ctx.Err())
		}
		wait = min(2*wait, 20*time.Second)
	}
}

// sort tells tickets from what cannot be read.
func (i *Intake) sort(ctx context.Context, msgs []kafka.Message) (tickets []Ticket, unreadable []kafka.Message) {
	for _, m := range msgs {
		var t Ticket
		if err := json.Unmarshal(m.Value, &t); err != nil {
			i.log.WarnContext(ctx, "unreadable ticket", "offset", m.Offset, "err", err)
			unreadable = append(unreadable, kafka.Message{Key: m.Key, Value: m.Value})
			continue
		}
		tickets = append(tickets, t)
	}
	return tickets, unreadable
}

func (i *Intake) save(ctx context.Context, tickets []Ticket) error {
	for _, t := range tickets {
		if err := i.store.Save(ctx, t); err != nil {
			return fmt.Errorf("save %s: %w", t.ID, err)
		}
	}
	return nil
}
