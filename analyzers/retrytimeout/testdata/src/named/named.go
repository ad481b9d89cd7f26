// Package named repeats timeouts, told in every way, under one deadline.
package named

import (
	"context"
	"database/sql"
	"errors"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/avast/retry-go/v4"
	"github.com/cenkalti/backoff/v4"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

type stub interface {
	Check(ctx context.Context, in *int, opts ...grpc.CallOption) (*int, error)
}

func code(ctx context.Context, c stub) (err error) {
	tctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	for range 4 {
		_, err = c.Check(tctx, nil) // want `all attempts of the loop share the deadline set at named.go:\d+`
		if status.Code(err) != codes.DeadlineExceeded {
			return err
		}
		time.Sleep(50 * time.Millisecond)
	}
	return err
}

func codesOfCase(ctx context.Context, c stub) (err error) {
	tctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	for range 4 {
		_, err = c.Check(tctx, nil) // want `all attempts of the loop share the deadline set at named.go:\d+`
		switch status.Code(err) {
		case codes.OK:
			return nil
		case codes.DeadlineExceeded, codes.Unavailable:
			time.Sleep(50 * time.Millisecond)
		default:
			return err
		}
	}
	return err
}

// Each has its own; another code is repeated.
func codeOwn(ctx context.Context, c stub) (err error) {
	for range 4 {
		tctx, cancel := context.WithTimeout(ctx, time.Second)
		_, err = c.Check(tctx, nil)
		cancel()
		if status.Code(err) != codes.DeadlineExceeded {
			return err
		}
		time.Sleep(50 * time.Millisecond)
	}
	return err
}

func codeOther(ctx context.Context, c stub) (err error) {
	tctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	for range 4 {
		_, err = c.Check(tctx, nil)
		if status.Code(err) != codes.Unavailable {
			return err
		}
		time.Sleep(50 * time.Millisecond)
	}
	return err
}

func netTimeout(err error) bool {
	var ne net.Error
	return errors.As(err, &ne) && ne.Timeout()
}

func byMethod(ctx context.Context, db *sql.DB) (err error) {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	for range 3 {
		if err = db.PingContext(ctx); err == nil || !netTimeout(err) { // want `all attempts of the loop share the deadline`
			return err
		}
		time.Sleep(50 * time.Millisecond)
	}
	return err
}

func byOS(ctx context.Context, db *sql.DB) (err error) {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	for range 3 {
		err = db.PingContext(ctx) // want `all attempts of the loop share the deadline`
		if !os.IsTimeout(err) {
			return err
		}
		time.Sleep(50 * time.Millisecond)
	}
	return err
}

// A connection's own limit may be what timed out.
func ownLimit(ctx context.Context, d *net.Dialer) (c net.Conn, err error) {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	for range 3 {
		if c, err = d.DialContext(ctx, "tcp", "h:1"); err == nil || !netTimeout(err) {
			return c, err
		}
		time.Sleep(50 * time.Millisecond)
	}
	return nil, err
}

func handedIn(ctx context.Context, hc *http.Client, req *http.Request) (err error) {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	for range 3 {
		resp, err := hc.Do(req.WithContext(ctx))
		if err == nil {
			return resp.Body.Close()
		}
		if !netTimeout(err) {
			return err
		}
		time.Sleep(50 * time.Millisecond)
	}
	return err
}

// By a driver's predicate, or by what its closure leaves unmarked.
func retryIf(ctx context.Context, db *sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	return retry.Do(func() error { // want `all attempts of retry.Do share the deadline`
		return db.PingContext(ctx)
	}, retry.Attempts(3), retry.RetryIf(func(err error) bool { return errors.Is(err, context.DeadlineExceeded) }))
}

func unmarked(ctx context.Context, db *sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	return backoff.Retry(func() error { // want `all attempts of backoff.Retry share the deadline`
		err := db.PingContext(ctx)
		if err != nil && !errors.Is(err, context.DeadlineExceeded) {
			return backoff.Permanent(err)
		}
		return err
	}, backoff.WithMaxRetries(backoff.NewExponentialBackOff(), 3))
}

func retryIfNot(ctx context.Context, db *sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	return retry.Do(func() error {
		return db.PingContext(ctx)
	}, retry.Attempts(3), retry.RetryIf(func(err error) bool { return !errors.Is(err, context.DeadlineExceeded) }))
}

func retryIfOwn(ctx context.Context, db *sql.DB) error {
	return retry.Do(func() error {
		ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
		defer cancel()
		return db.PingContext(ctx)
	}, retry.Attempts(3), retry.RetryIf(func(err error) bool { return errors.Is(err, context.DeadlineExceeded) }))
}

// What is asked is out of sight, but a second for each attempt leaves it no room for a
// limit of its own; ten seconds do.
type bus interface {
	Read(ctx context.Context) error
}

func tight(ctx context.Context, b bus) error {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	for n := 1; ; n++ {
		err := b.Read(ctx) // want `all attempts of the loop share the deadline`
		if err == nil || n == 4 || !errors.Is(err, context.DeadlineExceeded) {
			return err
		}
		time.Sleep(100 * time.Millisecond)
	}
}

func roomy(ctx context.Context, b bus) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	for n := 1; ; n++ {
		err := b.Read(ctx)
		if err == nil || n == 4 || !errors.Is(err, context.DeadlineExceeded) {
			return err
		}
		time.Sleep(100 * time.Millisecond)
	}
}
