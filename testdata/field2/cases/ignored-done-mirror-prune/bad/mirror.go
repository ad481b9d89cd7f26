// Package bad mirrors a bucket into a folder. The listing has a time limit; when that
// is over the pages read so far are taken for all, and every local file that is not on
// them is removed.
package bad

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
)

// Folder is the local side.
type Folder interface {
	Names() ([]string, error)
	Remove(name string) error
}

// Mirror compares both sides.
type Mirror struct {
	client s3.ListObjectsV2APIClient
	bucket string
	folder Folder
	limit  time.Duration
	log    *slog.Logger
}

func (m *Mirror) list(ctx context.Context) (map[string]bool, error) { // OR ignored-done
	ctx, cancel := context.WithTimeout(ctx, m.limit)
	defer cancel()

	keys := map[string]bool{}
	pages := s3.NewListObjectsV2Paginator(m.client, &s3.ListObjectsV2Input{Bucket: aws.String(m.bucket)})
	for pages.HasMorePages() {
		page, err := pages.NextPage(ctx)
		if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) { // OR ignored-done
			m.log.WarnContext(ctx, "listing took too long", "keys", len(keys))
			break // EXPECT ignored-done
		}
		if err != nil {
			return nil, fmt.Errorf("list %s after %d keys: %w", m.bucket, len(keys), err)
		}
		for _, o := range page.Contents {
			keys[aws.ToString(o.Key)] = true
		}
	}
	return keys, nil // OR ignored-done
}

// Prune removes local files that the bucket does not have.
func (m *Mirror) Prune(ctx context.Context) (removed int, err error) {
	keys, err := m.list(ctx)
	if err != nil {
		return 0, err
	}
	names, err := m.folder.Names()
	if err != nil {
		return 0, err
	}
	for _, n := range names {
		if keys[n] {
			continue
		}
		if err := m.folder.Remove(n); err != nil {
			return removed, fmt.Errorf("remove %s: %w", n, err)
		}
		removed++
	}
	return removed, nil
}
