// Package bad compresses scrolls on their way into an archive. A goroutine writes into a pipe that the
// archive reads. If the archive refuses the scroll before it has read it all, the goroutine stays in
// its next write: nobody closed the reading end.
package bad

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
)

// Archive takes scrolls.
type Archive interface {
	Put(ctx context.Context, name string, content io.Reader) (size int64, err error)
}

// Scroll is one document.
type Scroll struct {
	Title string
	Open  func() (io.ReadCloser, error)
}

// Press puts scrolls into an archive.
type Press struct {
	archive Archive
	level   int
}

// NewPress returns a press.
func NewPress(a Archive) *Press { return &Press{archive: a, level: gzip.BestCompression} }

// Store compresses and stores a scroll and returns its stored size.
func (p *Press) Store(ctx context.Context, s Scroll) (int64, error) {
	in, err := s.Open()
	if err != nil {
		return 0, fmt.Errorf("open %s: %w", s.Title, err)
	}
	pr, pw := io.Pipe()
	go func() {
		defer in.Close()
		pw.CloseWithError(p.squeeze(pw, in)) // EXPECT ignored-done
	}()
	size, err := p.archive.Put(ctx, s.Title+".gz", pr)
	if err != nil {
		return 0, fmt.Errorf("store %s: %w", s.Title, err) // OR ignored-done
	}
	return size, nil
}

func (p *Press) squeeze(to io.Writer, from io.Reader) error {
	zw, err := gzip.NewWriterLevel(to, p.level)
	if err != nil {
		return err
	}
	_, err = io.Copy(zw, from) // OR ignored-done
	return errors.Join(err, zw.Close())
}
