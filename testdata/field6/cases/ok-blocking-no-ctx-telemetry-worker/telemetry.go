// Package ok accepts measurements over HTTP and passes them on to an MQTT broker from a
// background worker.
package ok

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"
)

const publishLimit = 5 * time.Second

// Forwarder has a queue and a worker.
type Forwarder struct {
	client mqtt.Client
	topic  string
	queue  chan []byte
	log    *slog.Logger
}

// NewForwarder returns a forwarder on a connected client.
func NewForwarder(c mqtt.Client, topic string, log *slog.Logger) *Forwarder {
	return &Forwarder{client: c, topic: topic, queue: make(chan []byte, 500), log: log}
}

// ServeHTTP queues one measurement, or refuses it when the queue is full.
func (f *Forwarder) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 4096))
	if err != nil || !json.Valid(body) {
		http.Error(w, "malformed measurement", http.StatusBadRequest)
		return
	}
	select {
	case f.queue <- body:
		w.WriteHeader(http.StatusAccepted)
	default:
		http.Error(w, "queue is full", http.StatusTooManyRequests)
	}
}

// Run forwards until ctx is done.
func (f *Forwarder) Run(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case body := <-f.queue:
			if err := f.publish(body); err != nil {
				f.log.Warn("measurement lost", "err", err)
			}
		}
	}
}

// publish takes at most publishLimit. A measurement that the client has taken over is waited for
// even during a stop, which leaves the forwarder more time than that.
func (f *Forwarder) publish(body []byte) error {
	token := f.client.Publish(f.topic, 1, false, body)
	if !token.WaitTimeout(publishLimit) {
		return errors.New("broker does not acknowledge")
	}
	return token.Error()
}
