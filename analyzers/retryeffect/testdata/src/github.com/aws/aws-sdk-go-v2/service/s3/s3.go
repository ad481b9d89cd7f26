// Package s3 is a stub.
package s3

import "context"

type Client struct{}

type Options struct{}

type CreateMultipartUploadInput struct{ Bucket, Key *string }

type CreateMultipartUploadOutput struct{ UploadId *string }

func (c *Client) CreateMultipartUpload(ctx context.Context, in *CreateMultipartUploadInput, opts ...func(*Options)) (*CreateMultipartUploadOutput, error) {
	return nil, nil
}
