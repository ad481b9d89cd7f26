package blob

import (
	"context"
	"io"

	"github.com/aws/aws-sdk-go-v2/service/s3"
)

type Bucket struct{ api *s3.Client }

func (b *Bucket) Upload(ctx context.Context, key string, r io.Reader) error {
	in := &s3.PutObjectInput{Key: &key, Body: r}
	_, err := b.api.PutObject(ctx, in)
	return err
}
