// Package bad keeps a glacier's photographs in a bucket. The file is opened once for all tries;
// a try that failed half-way has read it to somewhere in the middle, and the next one stores
// what is left as the whole photograph.
package bad

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
)

// Archive stores files.
type Archive struct {
	api    *s3.Client
	bucket string
}

// New returns an archive whose client does not retry by itself.
func New(cfg aws.Config, bucket string) *Archive {
	api := s3.NewFromConfig(cfg, func(o *s3.Options) { o.Retryer = aws.NopRetryer{} })
	return &Archive{api: api, bucket: bucket}
}

// Keep stores the file at path.
func (a *Archive) Keep(ctx context.Context, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	ctx, cancel := context.WithTimeout(ctx, 10*time.Minute)
	defer cancel()
	key := "glacier/" + filepath.Base(path)
	for n := 1; ; n++ { // OR retry-effect
		err := a.put(ctx, key, f) // EXPECT retry-effect
		if err == nil {
			return nil
		}
		if n == 4 || ctx.Err() != nil {
			return fmt.Errorf("keep %s: %w", key, err)
		}
		t := time.NewTimer(time.Duration(n)*time.Second + rand.N(time.Second))
		select {
		case <-t.C:
		case <-ctx.Done():
			t.Stop()
			return ctx.Err()
		}
	}
}

func (a *Archive) put(ctx context.Context, key string, f *os.File) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	_, err := a.api.PutObject(ctx, &s3.PutObjectInput{ // OR retry-effect
		Bucket:      aws.String(a.bucket),
		Key:         aws.String(key),
		Body:        f, // OR retry-effect
		ContentType: aws.String("image/jpeg"),
	})
	return err
}
