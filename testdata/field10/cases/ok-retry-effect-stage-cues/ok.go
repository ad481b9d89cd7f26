// Package ok publishes the cues of a theatre's stage manager to a JetStream stream.
// It is right although a publish is repeated after a lost acknowledgement: every attempt carries
// the cue's own message ID, and within the duplicate window, which is far longer than all the
// attempts, the server stores a message with a known ID no second time.
package ok

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

const (
	cueBudget       = 15 * time.Second
	ackTimeout      = 2 * time.Second
	maxTries        = 5
	duplicateWindow = 5 * time.Minute
)

// Cue is an order to a department.
type Cue struct {
	Show       string `json:"show"`
	Number     int    `json:"number"`
	Department string `json:"department"`
	Text       string `json:"text"`
}

// id is unique among all cues of the house.
func (c Cue) id() string { return fmt.Sprintf("%s-%d-%s", c.Show, c.Number, c.Department) }

// Desk publishes cues.
type Desk struct {
	js  jetstream.JetStream
	log *slog.Logger
}

// NewDesk creates the stream or brings it up to date.
func NewDesk(ctx context.Context, js jetstream.JetStream, log *slog.Logger) (*Desk, error) {
	ctx, cancel := context.WithTimeout(ctx, cueBudget)
	defer cancel()
	_, err := js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name:       "CUES",
		Subjects:   []string{"cues.*"},
		MaxAge:     24 * time.Hour,
		Duplicates: duplicateWindow,
	})
	if err != nil {
		return nil, fmt.Errorf("stream of cues: %w", err)
	}
	return &Desk{js: js, log: log}, nil
}

// Give publishes a cue.
func (d *Desk) Give(ctx context.Context, c Cue) error {
	ctx, cancel := context.WithTimeout(ctx, cueBudget)
	defer cancel()
	data, err := json.Marshal(c)
	if err != nil {
		return fmt.Errorf("encode cue: %w", err)
	}
	for try := 1; ; try++ {
		err := d.publish(ctx, c, data)
		if err == nil {
			return nil
		}
		if try == maxTries || ctx.Err() != nil || !errors.Is(err, context.DeadlineExceeded) {
			return fmt.Errorf("give cue %s: %w", c.id(), err)
		}
		d.log.Warn("cue not acknowledged", "cue", c.id(), "try", try, "err", err)
		select {
		case <-time.After(200*time.Millisecond + rand.N(200*time.Millisecond)):
		case <-ctx.Done():
			return errors.Join(err, ctx.Err())
		}
	}
}

func (d *Desk) publish(ctx context.Context, c Cue, data []byte) error {
	ctx, cancel := context.WithTimeout(ctx, ackTimeout)
	defer cancel()
	ack, err := d.js.Publish(ctx, "cues."+c.Department, data, jetstream.WithMsgID(c.id()))
	if err != nil {
		return err
	}
	if ack.Duplicate {
		d.log.Info("cue was stored by an earlier attempt", "cue", c.id(), "seq", ack.Sequence)
	}
	return nil
}
