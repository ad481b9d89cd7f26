package s3

import (
	"context"
	"io"
)

type Client struct{}

type Options struct{}

type PutObjectInput struct {
	Bucket, Key, IfNoneMatch *string
	Body                     io.Reader
}

type PutObjectOutput struct{}

func (c *Client) PutObject(ctx context.Context, in *PutObjectInput, opts ...func(*Options)) (*PutObjectOutput, error) {
	return nil, nil
}
