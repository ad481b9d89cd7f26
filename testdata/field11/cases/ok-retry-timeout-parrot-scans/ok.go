// Package ok reads the X-ray scans of a parrot clinic from an object store and reads on where a
// connection broke. The SDK would repeat requests as well, but this client makes one attempt each:
// the loop is the only layer, and the two limits belong to a part and to the whole.
package ok

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	smithyhttp "github.com/aws/smithy-go/transport/http"
)

const (
	tries     = 4
	partLimit = 20 * time.Second
	allLimit  = 90 * time.Second
	maxScan   = 64 << 20
)

// Scans reads from the clinic's bucket.
type Scans struct {
	api    *s3.Client
	bucket string
}

// NewScans returns a reader of a bucket.
func NewScans(cfg aws.Config, bucket string) *Scans {
	return &Scans{bucket: bucket, api: s3.NewFromConfig(cfg, func(o *s3.Options) {
		o.RetryMaxAttempts = 1
	})}
}

// Read returns a whole scan.
func (s *Scans) Read(ctx context.Context, key string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, allLimit)
	defer cancel()
	var scan []byte
	for try := 1; ; try++ {
		part, err := s.rest(ctx, key, len(scan))
		scan = append(scan, part...)
		if err == nil {
			return scan, nil
		}
		if try == tries || ctx.Err() != nil || refused(err) {
			return nil, fmt.Errorf("scan %s, %d bytes read: %w", key, len(scan), err)
		}
		d := 300 * time.Millisecond << try
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("scan %s: %w", key, errors.Join(ctx.Err(), err))
		case <-time.After(d/2 + rand.N(d/2)):
		}
	}
}

// rest reads from an offset to the end, or as far as it gets.
func (s *Scans) rest(ctx context.Context, key string, from int) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, partLimit)
	defer cancel()
	out, err := s.api.GetObject(ctx, &s3.GetObjectInput{
		Bucket: aws.String(s.bucket),
		Key:    aws.String(key),
		Range:  aws.String(fmt.Sprintf("bytes=%d-", from)),
	})
	if err != nil {
		return nil, err
	}
	defer out.Body.Close()
	return io.ReadAll(io.LimitReader(out.Body, maxScan))
}

func refused(err error) bool {
	var resp *smithyhttp.ResponseError
	return errors.As(err, &resp) && resp.HTTPStatusCode()/100 == 4 && resp.HTTPStatusCode() != 429
}
