// Package good queues door commands in an SQS FIFO queue.
// The queue drops repetitions by their deduplication id, which is the id of the command.
package good

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	smithyhttp "github.com/aws/smithy-go/transport/http"
	"github.com/google/uuid"
	"github.com/sethvargo/go-retry"
)

// Command makes a door do something, such as toggling its lock.
type Command struct {
	ID   uuid.UUID
	Door string
	Verb string
}

// NewCommand draws the id.
func NewCommand(door, verb string) Command {
	return Command{ID: uuid.New(), Door: door, Verb: verb}
}

// Queue is the FIFO queue; each door is a message group.
type Queue struct {
	client *sqs.Client
	url    string
}

// New leaves retries to Queue.
func New(cfg aws.Config, url string) *Queue {
	client := sqs.NewFromConfig(cfg, func(o *sqs.Options) { o.Retryer = aws.NopRetryer{} })
	return &Queue{client: client, url: url}
}

// Send queues c.
func (q *Queue) Send(ctx context.Context, c Command) error {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	b := retry.WithMaxRetries(4, retry.WithJitterPercent(20, retry.NewExponential(200*time.Millisecond)))
	err := retry.Do(ctx, b, func(ctx context.Context) error {
		_, err := q.client.SendMessage(ctx, &sqs.SendMessageInput{
			QueueUrl:               aws.String(q.url),
			MessageGroupId:         aws.String(c.Door),
			MessageBody:            aws.String(c.Verb),
			MessageDeduplicationId: aws.String(c.ID.String()),
		})
		var resp *smithyhttp.ResponseError
		if err == nil || errors.As(err, &resp) && resp.HTTPStatusCode() < http.StatusInternalServerError {
			return err
		}
		return retry.RetryableError(err)
	})
	if err != nil {
		return fmt.Errorf("%s door %s: %w", c.Verb, c.Door, err)
	}
	return nil
}
