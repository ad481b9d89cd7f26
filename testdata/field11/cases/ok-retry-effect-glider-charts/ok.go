// Package ok brings airspace charts from a bucket to the disk of a glider's computer.
// It is right although each attempt writes to the same file and a broken one leaves half a chart in
// it: os.Create empties the file at the start of every attempt, and only a complete one is renamed.
package ok

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/cenkalti/backoff/v5"
)

const (
	chartTries  = 5
	chartBudget = 5 * time.Minute
	tryTimeout  = 45 * time.Second
)

// Bucket opens stored charts. What it returns ends with the ctx it was opened with.
type Bucket interface {
	Open(ctx context.Context, name string) (io.ReadCloser, error)
}

// Charts keeps a directory of charts.
type Charts struct {
	bucket Bucket
	dir    string
}

// NewCharts keeps the charts of bucket in dir.
func NewCharts(bucket Bucket, dir string) *Charts {
	return &Charts{bucket: bucket, dir: dir}
}

// Update fetches the newest version of a chart.
func (c *Charts) Update(ctx context.Context, chart string) error {
	ctx, cancel := context.WithTimeout(ctx, chartBudget)
	defer cancel()
	target := filepath.Join(c.dir, filepath.Base(chart))
	part := target + ".part"
	defer os.Remove(part)

	bo := backoff.NewExponentialBackOff()
	bo.InitialInterval = time.Second
	bo.MaxInterval = 8 * time.Second
	size, err := backoff.Retry(ctx, func() (int64, error) {
		return c.fetch(ctx, chart, part)
	}, backoff.WithBackOff(bo), backoff.WithMaxTries(chartTries), backoff.WithMaxElapsedTime(chartBudget))
	if err != nil {
		return fmt.Errorf("update chart %s: %w", chart, err)
	}
	if size == 0 {
		return fmt.Errorf("update chart %s: it is empty", chart)
	}
	if err := os.Rename(part, target); err != nil {
		return fmt.Errorf("update chart %s: %w", chart, err)
	}
	return nil
}

// fetch writes the chart to the file part, from its beginning.
func (c *Charts) fetch(ctx context.Context, chart, part string) (n int64, err error) {
	ctx, cancel := context.WithTimeout(ctx, tryTimeout)
	defer cancel()
	src, err := c.bucket.Open(ctx, chart)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
		return 0, backoff.Permanent(err)
	}
	if err != nil {
		return 0, err
	}
	defer src.Close()
	dst, err := os.Create(part)
	if err != nil {
		return 0, backoff.Permanent(err)
	}
	defer func() { err = errors.Join(err, dst.Close()) }()
	return io.Copy(dst, src)
}
