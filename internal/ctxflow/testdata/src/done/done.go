// Package done asks where a context's end is looked at.
package done

import (
	"context"
	"errors"
	"time"
)

func tests()     {}
func more() bool { return false }

func none(ctx context.Context) { tests() } // want "^$"

func selected(ctx context.Context, tick <-chan time.Time) {
	tests() // want "^select param ctx$"
	select {
	case <-tick:
	case <-ctx.Done():
	}
}

func received(ctx context.Context) {
	tests() // want "^recv param ctx$"
	<-ctx.Done()
}

func variable(ctx context.Context) {
	tests() // want "^select param ctx$"
	done := ctx.Done()
	select {
	case <-done:
	default:
	}
}

func tested(ctx context.Context) error {
	tests() // want "^err param ctx over.1 only.1, err param ctx$"
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return nil
}

func mixed(ctx context.Context) {
	tests() // want "^err param ctx over.1, err param ctx only.3$"
	if more() || ctx.Err() != nil {
	}
	if more() && ctx.Err() != nil {
	}
}

func is(err error) {
	tests() // want "^isCanceled over.1 only.1, isDeadlineExceeded over.4 only.4$"
	if errors.Is(err, context.Canceled) {
	} else if err != context.DeadlineExceeded {
		return
	} else {
		more()
	}
}

func caused(ctx context.Context) {
	tests() // want "^cause param ctx over.1 only.1$"
	if context.Cause(ctx) != nil {
		return
	}
}

func bounded(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	tests() // want "^err param ctx > bound 1s deferred over.1 only.1$"
	if err := ctx.Err(); err != nil {
		return
	}
}

func nested(ctx context.Context) {
	tests() // want "^$"
	go func() {
		tests() // want "^recv param ctx$"
		<-ctx.Done()
	}()
}

func separate(ctx context.Context) error {
	tests() // want "^err param ctx over.2 only.2, err param ctx$"
	err := ctx.Err()
	if err != nil {
		return err
	}
	err = ctx.Err()
	more()
	return err
}

func cases(ctx context.Context, err error) {
	tests() // want "^err param ctx only.3, isCanceled over.5 only.5, isDeadlineExceeded over.6$"
	switch {
	case more():
	case ctx.Err() != nil:
		more()
	case errors.Is(err, context.Canceled):
	case more(), err == context.DeadlineExceeded:
	}
	switch {
	case err == nil:
	}
}

func codes(err error) {
	tests() // want "^isCanceled over.2 only.2, isDeadlineExceeded over.3$"
	switch err {
	case context.Canceled:
	case nil, context.DeadlineExceeded:
	}
}

func ended(err error) bool {
	tests() // want "^isCanceled over.1 only.1, isDeadlineExceeded$"
	if errors.Is(err, context.Canceled) {
		return true
	}
	return errors.Is(err, context.DeadlineExceeded)
}

func notEnded(err error) bool { return !errors.Is(err, context.Canceled) }

func asked(err error) {
	tests() // want "^isCanceled over.1 only.1$"
	if ended(err) {
		more()
	}
	if notEnded(err) {
		more()
	}
}
