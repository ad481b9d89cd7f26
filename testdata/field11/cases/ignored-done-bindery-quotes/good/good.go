// Package good asks binderies for quotes over RabbitMQ; all answers arrive in one queue. Ask
// takes its place in the table back when it leaves, and its channel has room for an answer
// that is on its way: the goroutine that hands answers out never waits for anybody.
package good

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/google/uuid"
	amqp "github.com/rabbitmq/amqp091-go"
)

// ErrClosed says that no more answers come.
var ErrClosed = errors.New("answers have ended")

// Quotes sends questions and matches the answers.
type Quotes struct {
	ch      *amqp.Channel
	answers string
	closed  chan struct{}

	mu      sync.Mutex
	waiting map[string]chan []byte
}

// New hands out answers from the queue named answers until ctx ends or ch is closed.
func New(ctx context.Context, ch *amqp.Channel, answers string) (*Quotes, error) {
	in, err := ch.ConsumeWithContext(ctx, answers, "", true, true, false, false, nil)
	if err != nil {
		return nil, fmt.Errorf("consume %s: %w", answers, err)
	}
	q := &Quotes{ch: ch, answers: answers, closed: make(chan struct{}), waiting: make(map[string]chan []byte)}
	go q.handOut(in)
	return q, nil
}

// Ask sends a question to a bindery and returns its answer.
func (q *Quotes) Ask(ctx context.Context, bindery string, question []byte) ([]byte, error) {
	id := uuid.NewString()
	answer := make(chan []byte, 1)
	q.mu.Lock()
	q.waiting[id] = answer
	q.mu.Unlock()
	defer q.take(id)

	err := q.ch.PublishWithContext(ctx, "binderies", bindery, false, false, amqp.Publishing{
		CorrelationId: id,
		ReplyTo:       q.answers,
		Body:          question,
	})
	if err != nil {
		return nil, fmt.Errorf("ask %s: %w", bindery, err)
	}
	select {
	case body := <-answer:
		return body, nil
	case <-q.closed:
		return nil, fmt.Errorf("ask %s: %w", bindery, ErrClosed)
	case <-ctx.Done():
		return nil, fmt.Errorf("ask %s: %w", bindery, ctx.Err())
	}
}

// take removes a question from the table.
func (q *Quotes) take(id string) (chan<- []byte, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	answer, ok := q.waiting[id]
	delete(q.waiting, id)
	return answer, ok
}

func (q *Quotes) handOut(in <-chan amqp.Delivery) {
	defer close(q.closed)
	for d := range in {
		if answer, ok := q.take(d.CorrelationId); ok {
			answer <- d.Body
		}
	}
}
