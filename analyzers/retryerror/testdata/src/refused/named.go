package refused

import (
	"context"
	"errors"
	"time"

	"github.com/avast/retry-go/v4"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// Right: what the driver is given tells them apart.
func (c *client) toldByDriver(ctx context.Context, name string) error {
	return retry.Do(func() error { return c.getOf(ctx, name) }, retry.Context(ctx), retry.Attempts(5), retry.Delay(2*time.Second),
		retry.RetryIf(func(err error) bool {
			var st *statusError
			return !errors.As(err, &st) || st.code >= 500
		}))
}

func (c *client) toldByNobody(ctx context.Context, name string) error {
	return retry.Do(func() error { return c.getOf(ctx, name) }, retry.Context(ctx), retry.Attempts(5), retry.Delay(2*time.Second)) // want `retry.Do repeats every status but success`
}

func again(n int, f func() error) error {
	var err error
	for i := 1; i <= n; i++ {
		if err = f(); err == nil {
			return nil
		}
		if i < n {
			time.Sleep(time.Duration(i) * time.Second)
		}
	}
	return err
}

func (c *client) byHelper(ctx context.Context, name string) error {
	return again(5, func() error { return c.getOf(ctx, name) }) // want `again repeats every status but success`
}

// Right: the closure ends the helper, which would repeat all.
func (c *client) endsHelper(ctx context.Context, name string) error {
	var final error
	err := again(5, func() error {
		err := c.getOf(ctx, name)
		var st *statusError
		if errors.As(err, &st) && st.code < 500 {
			final = err
			return nil
		}
		return err
	})
	return errors.Join(final, err)
}

func againIf(n int, f func() error) error {
	var err error
	for i := 1; i <= n; i++ {
		err = f()
		var st *statusError
		if err == nil || errors.As(err, &st) && st.code < 500 {
			return err
		}
		time.Sleep(time.Duration(i) * time.Second)
	}
	return err
}

// Right: the helper tells them apart.
func (c *client) helperTells(ctx context.Context, name string) error {
	return againIf(5, func() error { return c.getOf(ctx, name) })
}

// A predicate that names what stays the same.
func passingCode(err error) bool {
	switch status.Code(err) {
	case codes.Unavailable:
		return true
	case codes.InvalidArgument: // want `retry.Do repeats the call at InvalidArgument`
		return true
	}
	return false
}

func (c *client) byPredicate(ctx context.Context) error {
	return retry.Do(func() error { _, err := c.ask(ctx); return err }, retry.Context(ctx), retry.RetryIf(passingCode))
}

func (c *client) byComparison(ctx context.Context) error {
	return retry.Do(func() error { _, err := c.ask(ctx); return err }, retry.Context(ctx), retry.RetryIf(func(err error) bool {
		code := status.Code(err)
		return code == codes.Unavailable || code == codes.InvalidArgument // want `retry.Do repeats the call at InvalidArgument`
	}))
}

// Right: it is named to be left alone.
func (c *client) leftAlone(ctx context.Context) error {
	return retry.Do(func() error { _, err := c.ask(ctx); return err }, retry.Context(ctx), retry.RetryIf(func(err error) bool {
		if status.Code(err) == codes.InvalidArgument {
			return false
		}
		return status.Code(err) != codes.Unimplemented
	}))
}
