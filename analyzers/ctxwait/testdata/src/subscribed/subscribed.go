// Package subscribed waits for messages that no context ends.
package subscribed

import (
	"context"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"
	"github.com/redis/go-redis/v9"
)

type hub struct {
	rdb  *redis.Client
	sub  *redis.PubSub
	conn *amqp.Connection
}

func (h *hub) show(ctx context.Context, s string) error { return ctx.Err() }

func (h *hub) follow(ctx context.Context) error {
	sub := h.rdb.Subscribe(ctx, "a")
	defer sub.Close()
	if _, err := sub.Receive(ctx); err != nil {
		return err
	}
	for msg := range sub.Channel() { // want `range over sub.Channel\(\) does not end when ctx does: only a Close ends the channel of sub`
		if err := h.show(ctx, msg.Payload); err != nil {
			return err
		}
	}
	return nil
}

func (h *hub) ticks(ctx context.Context) {
	sub := h.rdb.Subscribe(ctx, "a")
	defer sub.Close()
	ch := sub.Channel()
	t := time.NewTicker(time.Minute)
	for {
		select { // want `select does not end when ctx does: only a Close ends the channel of sub|does not end when ctx does`
		case msg := <-ch:
			_ = h.show(ctx, msg.Payload)
		case <-t.C:
		}
	}
}

// start hands the subscription over, and keeps nothing of it.
func (h *hub) start(ctx context.Context) error {
	sub := h.rdb.Subscribe(ctx, "a")
	if _, err := sub.Receive(ctx); err != nil {
		sub.Close()
		return err
	}
	go h.repeat(ctx, sub)
	return nil
}

func (h *hub) repeat(ctx context.Context, sub *redis.PubSub) {
	defer sub.Close()
	for msg := range sub.Channel() { // want `range over sub.Channel\(\) does not end when ctx does`
		_ = h.show(ctx, msg.Payload)
	}
}

func (h *hub) obeys(ctx context.Context) error {
	sub := h.rdb.Subscribe(ctx, "a")
	defer sub.Close()
	ch := sub.Channel()
	for {
		select {
		case msg := <-ch:
			if err := h.show(ctx, msg.Payload); err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (h *hub) closed(ctx context.Context) {
	sub := h.rdb.Subscribe(ctx, "a")
	stop := context.AfterFunc(ctx, func() { sub.Close() })
	defer stop()
	for msg := range sub.Channel() {
		_ = h.show(ctx, msg.Payload)
	}
}

// beside closes the subscription when the context is over.
func (h *hub) beside(ctx context.Context) {
	sub := h.rdb.Subscribe(ctx, "a")
	go h.reads(ctx, sub)
	<-ctx.Done()
	sub.Close()
}

func (h *hub) reads(ctx context.Context, sub *redis.PubSub) {
	for msg := range sub.Channel() {
		_ = h.show(ctx, msg.Payload)
	}
}

func (h *hub) inside(ctx context.Context) {
	sub := h.rdb.Subscribe(ctx, "a")
	done := make(chan struct{})
	go func() {
		defer close(done)
		for msg := range sub.Channel() {
			_ = h.show(ctx, msg.Payload)
		}
	}()
	<-ctx.Done()
	sub.Close()
	<-done
}

// The hub's own may be closed by whoever closes the hub.
func (h *hub) kept(ctx context.Context) {
	for msg := range h.sub.Channel() {
		_ = h.show(ctx, msg.Payload)
	}
}

func consume(ctx context.Context, h *hub, url string) error {
	conn, err := amqp.Dial(url)
	if err != nil {
		return err
	}
	defer conn.Close()
	ch, err := conn.Channel()
	if err != nil {
		return err
	}
	defer ch.Close()
	msgs, err := ch.Consume("q", "", false, false, false, false, nil)
	if err != nil {
		return err
	}
	for m := range msgs { // want `range over msgs does not end when ctx does: only a Close ends the channel of ch`
		_ = h.show(ctx, string(m.Body))
	}
	return nil
}

// The connection is somebody else's, who may close it.
func (h *hub) consume(ctx context.Context) error {
	ch, err := h.conn.Channel()
	if err != nil {
		return err
	}
	defer ch.Close()
	msgs, err := ch.Consume("q", "", false, false, false, false, nil)
	if err != nil {
		return err
	}
	for m := range msgs {
		_ = h.show(ctx, string(m.Body))
	}
	return nil
}
