package sqs

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/service/sqs/types"
)

type Client struct{}

type Options struct{}

type SendMessageInput struct {
	QueueUrl, MessageBody, MessageDeduplicationId *string
}

type SendMessageBatchInput struct {
	QueueUrl *string
	Entries  []types.SendMessageBatchRequestEntry
}

func (c *Client) SendMessage(ctx context.Context, in *SendMessageInput, opts ...func(*Options)) (*int, error) {
	return nil, nil
}

func (c *Client) SendMessageBatch(ctx context.Context, in *SendMessageBatchInput, opts ...func(*Options)) (*int, error) {
	return nil, nil
}
