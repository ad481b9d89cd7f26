package a

import (
	"context"
	"errors"
	"fmt"
	"io"
)

func export(ctx context.Context, w io.WriteCloser) (n int, err error) {
	defer func() { err = w.Close() }() // want `whatever export returns as err, also that its context is over, gives way to what w.Close returns; keep the first error`
	for i := range 1000 {
		if err = ctx.Err(); err != nil {
			return n, err
		}
		if _, err = fmt.Fprintln(w, i); err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}

func exportJoins(ctx context.Context, w io.WriteCloser) (err error) {
	defer func() { err = errors.Join(err, w.Close()) }()
	return ctx.Err()
}

func exportFirst(ctx context.Context, w io.WriteCloser) (err error) {
	defer func() {
		if err == nil {
			err = w.Close()
		}
	}()
	return ctx.Err()
}

func exportOther(ctx context.Context, w io.WriteCloser) (err error) {
	defer func() {
		if cerr := w.Close(); err == nil {
			err = cerr
		}
	}()
	return ctx.Err()
}

func exportWraps(ctx context.Context, name string) (err error) {
	defer func() { err = named(name, err) }()
	return ctx.Err()
}

func named(name string, err error) error { return fmt.Errorf("%s: %w", name, err) }

// Nothing else can fail.
func exportNever(ctx context.Context, w io.WriteCloser) (err error) {
	defer func() { err = w.Close() }()
	_ = ctx.Err()
	return nil
}
