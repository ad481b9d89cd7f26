// Package sqs is a stub.
package sqs

import "context"

type Client struct{}

type Options struct{}

type Message struct{ Body, ReceiptHandle *string }

type ReceiveMessageInput struct{ QueueUrl *string }

type ReceiveMessageOutput struct{ Messages []Message }

type DeleteMessageInput struct{ QueueUrl, ReceiptHandle *string }

func (c *Client) ReceiveMessage(ctx context.Context, in *ReceiveMessageInput, opts ...func(*Options)) (*ReceiveMessageOutput, error) {
	return nil, nil
}

func (c *Client) DeleteMessage(ctx context.Context, in *DeleteMessageInput, opts ...func(*Options)) (*int, error) {
	return nil, nil
}
