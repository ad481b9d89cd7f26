// Package good prints the manifests of ferries as they come in over Kafka. After the end of
// its context a poll returns at once, with nothing but an error that says so. Run leaves
// then; it logs the other errors of a partition.
package good

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"

	"github.com/twmb/franz-go/pkg/kgo"
)

// Manifest lists what is on board.
type Manifest struct {
	Ferry string   `json:"ferry"`
	Cars  []string `json:"cars"`
}

// Printer prints manifests.
type Printer interface {
	Print(ctx context.Context, m Manifest) error
}

// Office prints what it gets.
type Office struct {
	kafka   *kgo.Client
	printer Printer
	log     *slog.Logger
}

// NewOffice joins the group that shares out the manifests.
func NewOffice(brokers []string, printer Printer, log *slog.Logger) (*Office, error) {
	kafka, err := kgo.NewClient(
		kgo.SeedBrokers(brokers...),
		kgo.ConsumerGroup("manifest-printers"),
		kgo.ConsumeTopics("manifests"),
	)
	if err != nil {
		return nil, fmt.Errorf("manifests: %w", err)
	}
	return &Office{kafka: kafka, printer: printer, log: log}, nil
}

// Run prints manifests until ctx ends or the office is closed.
func (o *Office) Run(ctx context.Context) error {
	for {
		fetches := o.kafka.PollFetches(ctx)
		if fetches.IsClientClosed() {
			return nil
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		fetches.EachError(func(topic string, part int32, err error) {
			o.log.ErrorContext(ctx, "fetch", "topic", topic, "partition", part, "err", err)
		})
		for rec := range fetches.RecordsAll() {
			var m Manifest
			if err := json.Unmarshal(rec.Value, &m); err != nil {
				o.log.WarnContext(ctx, "unreadable manifest", "offset", rec.Offset, "err", err)
				continue
			}
			if err := o.printer.Print(ctx, m); err != nil {
				return fmt.Errorf("print manifest of %s: %w", m.Ferry, err)
			}
		}
	}
}

// Close leaves the group.
func (o *Office) Close() { o.kafka.Close() }
