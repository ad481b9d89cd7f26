// Package sweep looks for blobs that no manifest refers to any more.
package sweep

import (
	"context"
	"fmt"
)

// Finding is either an orphaned blob or a problem met on the way.
type Finding struct {
	Blob string
	Size int64
	Err  error
}

// Blob is what a listing says about one stored object.
type Blob struct {
	Key  string
	Size int64
}

// Bucket lists and describes blobs.
type Bucket interface {
	Page(ctx context.Context, after string) (blobs []Blob, next string, err error)
	Referenced(ctx context.Context, key string) (bool, error)
}

// Sweeper walks a bucket.
type Sweeper struct {
	bucket Bucket
	buffer int
}

// New returns a sweeper whose output channel has room for buffer findings.
func New(bucket Bucket, buffer int) *Sweeper { return &Sweeper{bucket: bucket, buffer: buffer} }

// Orphans walks the whole bucket. The channel is closed at the end of the walk or of ctx.
func (s *Sweeper) Orphans(ctx context.Context) <-chan Finding {
	out := make(chan Finding, s.buffer)
	go func() {
		defer close(out)
		after := ""
		for {
			blobs, next, err := s.bucket.Page(ctx, after)
			if err != nil {
				emit(ctx, out, Finding{Err: fmt.Errorf("list after %q: %w", after, err)})
				return
			}
			if !s.inspect(ctx, blobs, out) || next == "" {
				return
			}
			after = next
		}
	}()
	return out
}

// inspect reports the orphans among blobs. It returns false when the walk is to end.
func (s *Sweeper) inspect(ctx context.Context, blobs []Blob, out chan<- Finding) bool {
	for _, b := range blobs {
		used, err := s.bucket.Referenced(ctx, b.Key)
		if err == nil && used {
			continue
		}
		if !emit(ctx, out, Finding{Blob: b.Key, Size: b.Size, Err: err}) {
			return false
		}
	}
	return true
}

func emit(ctx context.Context, out chan<- Finding, f Finding) bool {
	select {
	case out <- f:
		return true
	case <-ctx.Done():
		return false
	}
}
