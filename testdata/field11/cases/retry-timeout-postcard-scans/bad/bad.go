// Package bad looks up the scans of a postcard collection. The shared client makes up to five
// attempts itself, and the loop here makes five of those: a bucket that is throttling already
// gets up to 25 requests for each postcard.
package bad

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"
	"github.com/sethvargo/go-retry"

	"faultfield11/cases/retry-timeout-postcard-scans/bad/bucket"
)

// ErrNotScanned is returned for a postcard that has no scan yet.
var ErrNotScanned = errors.New("postcard not scanned")

// Scan is what is known of the scan of a postcard.
type Scan struct {
	Bytes   int64
	Scanner string
	At      time.Time
}

// Collection looks scans up.
type Collection struct {
	client *s3.Client
	bucket string
	log    *slog.Logger
}

// NewCollection returns the collection in a bucket.
func NewCollection(cfg aws.Config, name string, log *slog.Logger) *Collection {
	return &Collection{client: bucket.NewClient(cfg), bucket: name, log: log}
}

// Scan returns what is known of a postcard's scan.
func (c *Collection) Scan(ctx context.Context, postcard string) (Scan, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()

	pauses := retry.WithMaxRetries(4, retry.WithJitterPercent(30, retry.NewExponential(300*time.Millisecond))) // OR retry-timeout
	var scan Scan
	err := retry.Do(ctx, pauses, func(ctx context.Context) error { // OR retry-timeout
		var err error
		scan, err = c.head(ctx, postcard) // EXPECT retry-timeout
		if err == nil || errors.Is(err, ErrNotScanned) {
			return err
		}
		c.log.WarnContext(ctx, "scan not found out", "postcard", postcard, "err", err)
		return retry.RetryableError(err)
	})
	if err != nil {
		return Scan{}, fmt.Errorf("scan of %s: %w", postcard, err)
	}
	return scan, nil
}

func (c *Collection) head(ctx context.Context, postcard string) (Scan, error) {
	out, err := c.client.HeadObject(ctx, &s3.HeadObjectInput{ // OR retry-timeout
		Bucket: aws.String(c.bucket),
		Key:    aws.String("scans/" + postcard),
	})
	var missing *types.NotFound
	if errors.As(err, &missing) {
		return Scan{}, ErrNotScanned
	}
	if err != nil {
		return Scan{}, err
	}
	return Scan{
		Bytes:   aws.ToInt64(out.ContentLength),
		Scanner: out.Metadata["scanner"],
		At:      aws.ToTime(out.LastModified),
	}, nil
}
