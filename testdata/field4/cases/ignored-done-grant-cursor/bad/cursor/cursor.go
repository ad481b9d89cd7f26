// Package cursor turns paged reads into a stream of values.
package cursor

import (
	"context"
	"errors"
)

// ErrDone is returned by Next after the last value.
var ErrDone = errors.New("no more values")

type item[T any] struct {
	value T
	err   error
}

// Cursor is a stream that is read ahead.
type Cursor[T any] struct {
	items chan item[T]
}

// Open starts reading pages with fetch; an empty next token ends the stream.
func Open[T any](ctx context.Context, fetch func(ctx context.Context, after string) ([]T, string, error)) *Cursor[T] {
	c := &Cursor[T]{items: make(chan item[T], 16)}
	go c.fill(ctx, fetch)
	return c
}

func (c *Cursor[T]) fill(ctx context.Context, fetch func(context.Context, string) ([]T, string, error)) {
	after := ""
	for {
		page, next, err := fetch(ctx, after)
		if err != nil {
			c.put(ctx, item[T]{err: err})
			return
		}
		for _, v := range page {
			if !c.put(ctx, item[T]{value: v}) {
				return
			}
		}
		if next == "" {
			c.put(ctx, item[T]{err: ErrDone})
			return
		}
		after = next
	}
}

func (c *Cursor[T]) put(ctx context.Context, it item[T]) bool {
	select {
	case c.items <- it:
		return true
	case <-ctx.Done():
		return false
	}
}

// Next returns the next value, or ErrDone after the last one.
func (c *Cursor[T]) Next(ctx context.Context) (T, error) {
	var zero T
	select {
	case it := <-c.items:
		return it.value, it.err
	case <-ctx.Done():
		return zero, ErrDone // EXPECT ignored-done
	}
}
