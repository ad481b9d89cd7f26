// Package bad removes the objects of closed accounts from a bucket. One goroutine lists the
// keys, the caller deletes them.
package bad

import (
	"context"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
)

// Listed is a key, or the error that ended the listing.
type Listed struct {
	Key string
	Err error
}

// Bucket is one S3 bucket.
type Bucket struct {
	client *s3.Client
	name   string
}

// Keys lists all keys below prefix. The channel is closed at the end of the listing.
func (b *Bucket) Keys(ctx context.Context, prefix string) <-chan Listed {
	out := make(chan Listed, 64)
	go func() {
		defer close(out)
		pages := s3.NewListObjectsV2Paginator(b.client, &s3.ListObjectsV2Input{
			Bucket: aws.String(b.name),
			Prefix: aws.String(prefix),
		})
		for pages.HasMorePages() {
			page, err := pages.NextPage(ctx)
			if err != nil {
				out <- Listed{Err: err} // OR ignored-done
				return
			}
			for _, object := range page.Contents {
				out <- Listed{Key: aws.ToString(object.Key)} // EXPECT ignored-done
			}
		}
	}()
	return out
}

// Purge deletes everything below prefix and returns how many objects are gone. It gives up
// at the first key that cannot be deleted.
func (b *Bucket) Purge(ctx context.Context, prefix string) (int, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()

	gone := 0
	for listed := range b.Keys(ctx, prefix) {
		if listed.Err != nil {
			return gone, fmt.Errorf("list %s: %w", prefix, listed.Err)
		}
		_, err := b.client.DeleteObject(ctx, &s3.DeleteObjectInput{
			Bucket: aws.String(b.name),
			Key:    aws.String(listed.Key),
		})
		if err != nil {
			return gone, fmt.Errorf("delete %s: %w", listed.Key, err)
		}
		gone++
	}
	return gone, ctx.Err()
}
