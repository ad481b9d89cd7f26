package a

import (
	"context"
	"errors"
)

func lateErr(ctx context.Context, list []string) (n int, err error) {
	defer func() {
		if e := ctx.Err(); e != nil && err == nil {
			err = e
		}
	}()
	for _, s := range list {
		if ctx.Err() != nil {
			break
		}
		n += len(s)
	}
	return n, nil
}

func lateJoin(ctx context.Context, list []string) (n int, err error) {
	defer func() { err = errors.Join(err, ctx.Err()) }()
	for _, s := range list {
		if ctx.Err() != nil {
			break
		}
		n += len(s)
	}
	return n, nil
}

func lateCause(ctx context.Context, list []string) (n int, err error) {
	defer func() {
		if err == nil {
			err = context.Cause(ctx)
		}
	}()
	for _, s := range list {
		select {
		case <-ctx.Done():
			return n, nil
		default:
		}
		n += len(s)
	}
	return n, nil
}

func lateHelper(ctx context.Context, list []string) (n int, err error) {
	defer tell(ctx, &err)
	for _, s := range list {
		if ctx.Err() != nil {
			return n, nil
		}
		n += len(s)
	}
	return n, nil
}

func tell(ctx context.Context, err *error) {
	if *err == nil {
		*err = ctx.Err()
	}
}

// What is deferred has nothing to do with the context.
func lateOther(ctx context.Context, list []string, done func() error) (n int, err error) {
	defer func() {
		if e := done(); err == nil {
			err = e
		}
	}()
	for _, s := range list {
		if ctx.Err() != nil {
			return n, nil // want `lateOther returns a nil error when ctx is over`
		}
		n += len(s)
	}
	return n, nil
}
