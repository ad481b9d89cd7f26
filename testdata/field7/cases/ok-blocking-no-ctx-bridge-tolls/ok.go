// Package ok counts the vehicles on a toll bridge. The handler gives each passage to the
// Kafka client and answers. It does not wait, TryProduce refuses when the buffer is full, and
// the record must not carry the request's context: that one ends with the answer and would
// take the record out of the buffer again. The client's delivery limit bounds the rest.
package ok

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
)

const (
	deliveryLimit = 30 * time.Second
	flushLimit    = 40 * time.Second
)

type passage struct {
	Lane  int       `json:"lane"`
	Axles int       `json:"axles"`
	At    time.Time `json:"at"`
}

// Bridge takes passages.
type Bridge struct {
	kafka *kgo.Client
	log   *slog.Logger
}

// NewBridge returns a bridge that reports to the brokers.
func NewBridge(brokers []string, log *slog.Logger) (*Bridge, error) {
	kafka, err := kgo.NewClient(
		kgo.SeedBrokers(brokers...),
		kgo.DefaultProduceTopic("passages"),
		kgo.MaxBufferedRecords(50_000),
		kgo.RecordDeliveryTimeout(deliveryLimit),
	)
	if err != nil {
		return nil, fmt.Errorf("bridge: %w", err)
	}
	return &Bridge{kafka: kafka, log: log}, nil
}

// ServeHTTP takes one passage.
func (b *Bridge) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var p passage
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 4<<10)).Decode(&p); err != nil {
		http.Error(w, "unreadable passage", http.StatusBadRequest)
		return
	}
	value, err := json.Marshal(p)
	if err != nil {
		http.Error(w, "unreadable passage", http.StatusBadRequest)
		return
	}
	b.kafka.TryProduce(context.WithoutCancel(r.Context()), &kgo.Record{Value: value}, b.delivered)
	w.WriteHeader(http.StatusAccepted)
}

func (b *Bridge) delivered(rec *kgo.Record, err error) {
	switch {
	case errors.Is(err, kgo.ErrMaxBuffered):
		b.log.Warn("passage dropped, buffer is full")
	case err != nil:
		b.log.Error("passage lost", "bytes", len(rec.Value), "err", err)
	}
}

// Close delivers what is buffered and leaves. It comes after the last request.
func (b *Bridge) Close(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, flushLimit)
	defer cancel()
	defer b.kafka.Close()
	if err := b.kafka.Flush(ctx); err != nil {
		return fmt.Errorf("flush passages: %w", err)
	}
	return nil
}
