// Package bad forwards ropeway alerts from a queue to the web hooks of the stations. The client has
// no timeout and the request no context: a single station that accepts the connection and
// never answers stops the alerts of all others, and the shutdown with them.
package bad

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"

	amqp "github.com/rabbitmq/amqp091-go"
)

var errUnknownStation = errors.New("unknown station")

// Relay consumes alerts.
type Relay struct {
	hooks map[string]string // routing key -> URL
	hc    *http.Client
	log   *slog.Logger
}

// NewRelay returns a relay to the given hooks.
func NewRelay(hooks map[string]string, log *slog.Logger) *Relay {
	tr := http.DefaultTransport.(*http.Transport).Clone()
	tr.MaxIdleConnsPerHost = 8
	return &Relay{hooks: hooks, hc: &http.Client{Transport: tr}, log: log} // OR blocking-no-ctx
}

// Run forwards deliveries one by one until ctx ends or the channel is closed. What a
// station does not take goes to the dead letters.
func (r *Relay) Run(ctx context.Context, deliveries <-chan amqp.Delivery) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case d, ok := <-deliveries:
			if !ok {
				return errors.New("delivery channel closed")
			}
			if err := r.settle(d, r.forward(d)); err != nil { // OR blocking-no-ctx
				return fmt.Errorf("settle alert: %w", err)
			}
		}
	}
}

func (r *Relay) settle(d amqp.Delivery, err error) error {
	if err == nil {
		return d.Ack(false)
	}
	r.log.Error("alert not forwarded", "station", d.RoutingKey, "message", d.MessageId, "err", err)
	return d.Nack(false, false)
}

func (r *Relay) forward(d amqp.Delivery) error { // OR blocking-no-ctx
	hook, ok := r.hooks[d.RoutingKey]
	if !ok {
		return errUnknownStation
	}
	resp, err := r.hc.Post(hook, d.ContentType, bytes.NewReader(d.Body)) // EXPECT blocking-no-ctx
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 4<<10))
	if resp.StatusCode >= 300 {
		return fmt.Errorf("station answered %s", resp.Status)
	}
	return nil
}
