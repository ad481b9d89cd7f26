// Package fifo sends to an SQS FIFO queue.
package fifo

import (
	"context"
	"fmt"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
)

const sendWithin = 4 * time.Second

// Queue is one queue.
type Queue struct {
	sqs *sqs.Client
	url string
}

// New returns a queue whose sends are not repeated by the SDK.
func New(cfg aws.Config, url string) *Queue {
	client := sqs.NewFromConfig(cfg, func(o *sqs.Options) { o.Retryer = aws.NopRetryer{} })
	return &Queue{sqs: client, url: url}
}

// Push sends one message.
func (q *Queue) Push(ctx context.Context, group string, number int64, body string) error {
	ctx, cancel := context.WithTimeout(ctx, sendWithin)
	defer cancel()
	id := fmt.Sprintf("%s-%d", group, number)
	_, err := q.sqs.SendMessage(ctx, &sqs.SendMessageInput{
		QueueUrl:               aws.String(q.url),
		MessageBody:            aws.String(body),
		MessageGroupId:         aws.String(group),
		MessageDeduplicationId: aws.String(id),
	})
	return err
}
