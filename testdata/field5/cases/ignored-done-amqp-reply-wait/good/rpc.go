// Package pricing asks the pricing workers for quotes over RabbitMQ.
package pricing

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"github.com/google/uuid"
	amqp "github.com/rabbitmq/amqp091-go"
)

// ErrClosed is returned for calls that were open when the reply queue went away.
var ErrClosed = errors.New("reply queue closed")

// Quote is the workers' answer.
type Quote struct {
	SKU   string `json:"sku"`
	Cents int64  `json:"cents"`
}

// Client sends requests and matches replies to them by correlation id.
type Client struct {
	ch      *amqp.Channel
	replies string

	mu      sync.Mutex
	waiting map[string]chan amqp.Delivery
}

// NewClient returns a client that gets its replies on the queue of that name.
func NewClient(ch *amqp.Channel, replies string) *Client {
	return &Client{ch: ch, replies: replies, waiting: make(map[string]chan amqp.Delivery)}
}

// Dispatch hands deliveries to the calls that wait for them, until the queue is closed.
func (c *Client) Dispatch(deliveries <-chan amqp.Delivery) {
	for d := range deliveries {
		if reply, ok := c.take(d.CorrelationId); ok {
			reply <- d
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for id, reply := range c.waiting {
		delete(c.waiting, id)
		close(reply)
	}
}

// Quote asks for the price of one article.
func (c *Client) Quote(ctx context.Context, sku string) (Quote, error) {
	body, err := json.Marshal(map[string]string{"sku": sku})
	if err != nil {
		return Quote{}, err
	}
	id := uuid.NewString()
	reply := c.register(id)
	defer c.take(id)

	err = c.ch.PublishWithContext(ctx, "pricing", "quote", false, false, amqp.Publishing{
		ContentType:   "application/json",
		CorrelationId: id,
		ReplyTo:       c.replies,
		Body:          body,
	})
	if err != nil {
		return Quote{}, fmt.Errorf("ask for %s: %w", sku, err)
	}

	select {
	case d, ok := <-reply:
		if !ok {
			return Quote{}, ErrClosed
		}
		return decode(d)
	case <-ctx.Done():
		return Quote{}, fmt.Errorf("wait for %s: %w", sku, ctx.Err())
	}
}

func decode(d amqp.Delivery) (Quote, error) {
	var q Quote
	err := json.Unmarshal(d.Body, &q)
	return q, err
}

func (c *Client) register(id string) <-chan amqp.Delivery {
	reply := make(chan amqp.Delivery, 1)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.waiting[id] = reply
	return reply
}

func (c *Client) take(id string) (chan amqp.Delivery, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	reply, ok := c.waiting[id]
	delete(c.waiting, id)
	return reply, ok
}
