// Package again repeats operations that failed for a passing reason.
package again

import (
	"context"
	"errors"
	"io"
	"net"
	"syscall"
	"time"
)

// Run makes up to four attempts.
func Run(ctx context.Context, op func(context.Context) error) error {
	for n := 1; ; n++ {
		err := op(ctx)
		if err == nil || n >= 4 || !Passing(err) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

// Refused repeats what was not done.
func Refused(ctx context.Context, op func(context.Context) error) error {
	for n := 1; ; n++ {
		err := op(ctx)
		if err == nil || n >= 4 || !errors.Is(err, syscall.ECONNREFUSED) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

var errBusy = errors.New("busy")

// Passing reports whether another attempt may help.
func Passing(err error) bool {
	var ne net.Error
	return errors.Is(err, io.EOF) || errors.As(err, &ne) || errors.Is(err, errBusy)
}
