// Package ok stores large recordings in parts. An upload that is not completed costs money
// until it is aborted.
package ok

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"time"
)

const (
	partSize   = 16 << 20
	abortLimit = 10 * time.Second
)

// Bucket is an object store.
type Bucket interface {
	Begin(ctx context.Context, key string) (upload string, err error)
	Part(ctx context.Context, upload string, number int, body []byte) (etag string, err error)
	Complete(ctx context.Context, upload string, etags []string) error
	Abort(ctx context.Context, upload string) error
}

// Uploader writes to a bucket.
type Uploader struct {
	bucket Bucket
	log    *slog.Logger
}

// NewUploader returns an uploader.
func NewUploader(b Bucket, log *slog.Logger) *Uploader { return &Uploader{bucket: b, log: log} }

// Put stores a recording under key.
func (u *Uploader) Put(ctx context.Context, key string, recording *os.File) (err error) {
	upload, err := u.bucket.Begin(ctx, key)
	if err != nil {
		return fmt.Errorf("begin upload: %w", err)
	}
	defer func() {
		if err != nil {
			u.abort(context.WithoutCancel(ctx), upload)
		}
	}()

	var etags []string
	buf := make([]byte, partSize)
	for {
		n, readErr := io.ReadFull(recording, buf)
		if n > 0 {
			etag, err := u.bucket.Part(ctx, upload, len(etags)+1, buf[:n])
			if err != nil {
				return fmt.Errorf("part %d: %w", len(etags)+1, err)
			}
			etags = append(etags, etag)
		}
		if errors.Is(readErr, io.EOF) || errors.Is(readErr, io.ErrUnexpectedEOF) {
			break
		}
		if readErr != nil {
			return readErr
		}
	}
	return u.bucket.Complete(ctx, upload, etags)
}

func (u *Uploader) abort(ctx context.Context, upload string) {
	ctx, cancel := context.WithTimeout(ctx, abortLimit)
	defer cancel()
	if err := u.bucket.Abort(ctx, upload); err != nil {
		u.log.WarnContext(ctx, "upload not aborted", "upload", upload, "err", err)
	}
}
