// Package good moves parcels by commands from a queue. The long poll runs under the service's
// context and ends with it.
package good

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/aws/aws-sdk-go-v2/service/sqs/types"
)

// Lift carries a command out.
type Lift func(ctx context.Context, body string) error

// Consumer reads commands.
type Consumer struct {
	api   *sqs.Client
	queue string
	lift  Lift
	log   *slog.Logger
}

// Run consumes until ctx is done.
func (c *Consumer) Run(ctx context.Context) error {
	for ctx.Err() == nil {
		msgs, err := c.poll(ctx)
		if err != nil {
			c.log.Error("poll", "err", err)
			select {
			case <-ctx.Done():
			case <-time.After(3*time.Second + rand.N(4*time.Second)):
			}
			continue
		}
		for _, m := range msgs {
			c.one(ctx, m)
		}
	}
	return ctx.Err()
}

func (c *Consumer) poll(ctx context.Context) ([]types.Message, error) {
	out, err := c.api.ReceiveMessage(ctx, &sqs.ReceiveMessageInput{
		QueueUrl:            aws.String(c.queue),
		MaxNumberOfMessages: 10,
		WaitTimeSeconds:     20,
	})
	if err != nil {
		return nil, err
	}
	return out.Messages, nil
}

func (c *Consumer) one(ctx context.Context, m types.Message) {
	if err := c.lift(ctx, aws.ToString(m.Body)); err != nil {
		c.log.Error("lift", "id", aws.ToString(m.MessageId), "err", err)
		return
	}
	_, err := c.api.DeleteMessage(ctx, &sqs.DeleteMessageInput{
		QueueUrl:      aws.String(c.queue),
		ReceiptHandle: m.ReceiptHandle,
	})
	if err != nil {
		c.log.Error("delete", "id", aws.ToString(m.MessageId), "err", err)
	}
}
