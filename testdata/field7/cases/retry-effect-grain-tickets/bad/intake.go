// Package bad stores the weighing tickets of a grain silo from Kafka, batch by batch.
// A ticket that cannot be read goes to a shelf topic. When the store is down the whole batch
// is handled again, and each round puts the same unreadable tickets on the shelf once more.
package bad

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
		if err := i.settle(ctx, msgs); err != nil {
			return fmt.Errorf("settle %d tickets: %w", len(msgs), err)
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

// settle handles the batch, again if the store was down.
func (i *Intake) settle(ctx context.Context, msgs []kafka.Message) error {
	wait := 500 * time.Millisecond
	for n := 1; ; n++ { // OR retry-effect
		err := i.handle(ctx, msgs) // OR retry-effect
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

func (i *Intake) handle(ctx context.Context, msgs []kafka.Message) error {
	for _, m := range msgs {
		var t Ticket
		if err := json.Unmarshal(m.Value, &t); err != nil {
			i.log.WarnContext(ctx, "unreadable ticket", "offset", m.Offset, "err", err)
			if err := i.shelf.WriteMessages(ctx, kafka.Message{Key: m.Key, Value: m.Value}); err != nil { // EXPECT retry-effect
				return fmt.Errorf("shelve: %w", err)
			}
			continue
		}
		if err := i.store.Save(ctx, t); err != nil {
			return fmt.Errorf("save %s: %w", t.ID, err)
		}
	}
	return nil
}
