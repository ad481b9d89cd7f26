package s3

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
)

type Options struct{ RetryMaxAttempts int }
type Client struct{}
type GetInput struct{}

func NewFromConfig(cfg aws.Config, fns ...func(*Options)) *Client { return nil }

func (c *Client) GetItem(ctx context.Context, in *GetInput, fns ...func(*Options)) (*GetInput, error) {
	return nil, nil
}
