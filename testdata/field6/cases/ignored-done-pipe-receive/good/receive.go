// Package good copies snapshots from a remote store to a local file.
package good

import (
	"context"
	"fmt"
	"io"
	"os"
)

// Stream delivers a snapshot in chunks; Recv returns io.EOF after the last one.
type Stream interface {
	Recv(ctx context.Context) ([]byte, error)
	Close() error
}

// Remote opens snapshots.
type Remote interface {
	Open(ctx context.Context, ref string) (Stream, error)
}

// Fetcher writes snapshots below dir.
type Fetcher struct {
	remote Remote
	dir    string
	limit  int64
}

// NewFetcher returns a fetcher; it refuses snapshots larger than limit.
func NewFetcher(remote Remote, dir string, limit int64) *Fetcher {
	return &Fetcher{remote: remote, dir: dir, limit: limit}
}

// Fetch copies the snapshot and returns the name of the file.
func (f *Fetcher) Fetch(ctx context.Context, ref string) (name string, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stream, err := f.remote.Open(ctx, ref)
	if err != nil {
		return "", fmt.Errorf("open %s: %w", ref, err)
	}
	in := chunks(ctx, stream)

	out, err := os.CreateTemp(f.dir, "snapshot-*")
	if err != nil {
		return "", err
	}
	defer func() {
		if closeErr := out.Close(); err == nil {
			err = closeErr
		}
		if err != nil {
			_ = os.Remove(out.Name())
		}
	}()
	n, err := io.Copy(out, io.LimitReader(in, f.limit+1))
	if err != nil {
		return "", fmt.Errorf("copy %s: %w", ref, err)
	}
	if n > f.limit {
		return "", fmt.Errorf("%s is larger than %d bytes", ref, f.limit)
	}
	return out.Name(), nil
}

// chunks turns a stream into a reader. The stream is closed when it has ended or ctx is done.
func chunks(ctx context.Context, stream Stream) io.Reader {
	r, w := io.Pipe()
	stop := context.AfterFunc(ctx, func() { _ = w.CloseWithError(ctx.Err()) })
	go func() {
		defer stop()
		defer stream.Close()
		for {
			chunk, err := stream.Recv(ctx)
			if err != nil {
				_ = w.CloseWithError(err)
				return
			}
			if _, err := w.Write(chunk); err != nil {
				return
			}
		}
	}()
	return r
}
