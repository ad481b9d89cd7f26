// Package notify tells partners by webhook that an appointment has moved.
package notify

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"

	"github.com/segmentio/kafka-go"

	"faultfield5/cases/blocking-no-ctx-kafka-resty-notify/bad/partner"
)

// Directory knows which partner an appointment belongs to.
type Directory interface {
	Hook(ctx context.Context, clinic string) (url string, err error)
}

// Caller tells a partner.
type Caller interface {
	Moved(ctx context.Context, url string, m partner.Move) error
}

// Worker turns messages into calls.
type Worker struct {
	reader    *kafka.Reader
	directory Directory
	caller    Caller
	log       *slog.Logger
}

// NewWorker returns a worker that calls partners through client.
func NewWorker(reader *kafka.Reader, d Directory, client *partner.Client, log *slog.Logger) *Worker {
	return &Worker{reader: reader, directory: d, caller: client, log: log}
}

// Run works until ctx ends.
func (w *Worker) Run(ctx context.Context) error {
	for {
		msg, err := w.reader.FetchMessage(ctx)
		if err != nil {
			return fmt.Errorf("fetch: %w", err)
		}
		if err := w.handle(ctx, msg); err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			w.log.ErrorContext(ctx, "partner not told", "offset", msg.Offset, "err", err)
		}
		if err := w.reader.CommitMessages(ctx, msg); err != nil {
			return fmt.Errorf("commit: %w", err)
		}
	}
}

func (w *Worker) handle(ctx context.Context, msg kafka.Message) error {
	var m partner.Move
	if err := json.Unmarshal(msg.Value, &m); err != nil {
		return fmt.Errorf("decode: %w", err)
	}
	url, err := w.directory.Hook(ctx, m.Clinic)
	if err != nil {
		return fmt.Errorf("hook of %s: %w", m.Clinic, err)
	}
	return w.caller.Moved(ctx, url, m) // OR blocking-no-ctx
}
