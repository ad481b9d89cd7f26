// Package ok writes the blocks of a tape image to a remote file. A write is repeated after
// any error; it is right because a block has its own place in the file, and the same bytes at
// the same place change nothing.
package ok

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/cenkalti/backoff/v4"
)

// Image writes blocks.
type Image struct {
	w    io.WriterAt
	size int64
}

// New returns an image with blocks of size bytes.
func New(w io.WriterAt, size int64) *Image { return &Image{w: w, size: size} }

// Block writes block number n.
func (im *Image) Block(ctx context.Context, n int64, data []byte) error {
	if int64(len(data)) != im.size {
		return fmt.Errorf("block %d: %d bytes", n, len(data))
	}
	b := backoff.NewExponentialBackOff(backoff.WithInitialInterval(50*time.Millisecond), backoff.WithMaxElapsedTime(0))
	return backoff.Retry(func() error {
		_, err := im.w.WriteAt(data, n*im.size)
		return err
	}, backoff.WithContext(backoff.WithMaxRetries(b, 5), ctx))
}
