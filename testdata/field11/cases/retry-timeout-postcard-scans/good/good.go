// Package good looks up the scans of a postcard collection. Repeating is left to the shared
// client; this package sets the limit of the whole look-up.
package good

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"

	"faultfield11/cases/retry-timeout-postcard-scans/good/bucket"
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

	scan, err := c.head(ctx, postcard)
	if err != nil {
		c.log.WarnContext(ctx, "scan not found out", "postcard", postcard, "err", err)
		return Scan{}, fmt.Errorf("scan of %s: %w", postcard, err)
	}
	return scan, nil
}

func (c *Collection) head(ctx context.Context, postcard string) (Scan, error) {
	out, err := c.client.HeadObject(ctx, &s3.HeadObjectInput{
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
