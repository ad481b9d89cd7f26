// Package ok copies tapes through a converter. Both ends of the pipe are closed with an error whatever
// happens first, so neither the goroutine nor its reader can be left waiting for the other.
package ok

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"
)

// Tape is read from its start.
type Tape interface {
	io.ReadCloser
	Label() string
}

// Store takes copies.
type Store interface {
	Put(ctx context.Context, name string, sound io.Reader) error
}

// Convert converts sound from one format to another.
type Convert func(dst io.Writer, src io.Reader) error

// Copier copies tapes.
type Copier struct {
	store   Store
	convert Convert
	limit   time.Duration
}

// NewCopier returns a copier that gives a tape at most limit.
func NewCopier(store Store, convert Convert, limit time.Duration) *Copier {
	return &Copier{store: store, convert: convert, limit: limit}
}

// Copy copies one tape and closes it.
func (c *Copier) Copy(ctx context.Context, t Tape) error {
	ctx, cancel := context.WithTimeout(ctx, c.limit)
	defer cancel()

	pr, pw := io.Pipe()
	stop := context.AfterFunc(ctx, func() { pr.CloseWithError(ctx.Err()) })
	defer stop()
	converted := make(chan error, 1)
	go func() {
		err := c.convert(pw, t)
		pw.CloseWithError(err)
		converted <- errors.Join(err, t.Close())
	}()

	put := c.store.Put(ctx, t.Label(), pr)
	pr.CloseWithError(errors.Join(io.ErrClosedPipe, put))
	select {
	case err := <-converted:
		if put != nil {
			return fmt.Errorf("store %s: %w", t.Label(), put)
		}
		if err != nil {
			return fmt.Errorf("convert %s: %w", t.Label(), err)
		}
		return nil
	case <-ctx.Done():
		return fmt.Errorf("copy %s: %w", t.Label(), ctx.Err())
	}
}
